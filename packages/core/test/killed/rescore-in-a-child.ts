/**
 * A process that rescores the registry of a folder with a model: `rescore-in-a-child.ts FOLDER loose|shipped`. A test
 * runs the process and kills it at any moment. The process prints each slice.
 */
import { writeSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { LOOSE_MODEL } from '../support/other-models.ts'
import { TIMELESS } from '../support/timeless.ts'

const [folder, target] = process.argv.slice(2) as [string, string]

const registry = await createRegistry({ storage: await openDurableStorage(folder), survivorshipRules: TIMELESS })
await registry.rescore({
  model: target === 'loose' ? LOOSE_MODEL : DEFAULT_MODEL,
  onProgress: ({ phase, done }) => void writeSync(1, `${JSON.stringify({ phase, done })}\n`),
})
await registry.close()
