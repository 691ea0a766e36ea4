/**
 * A process that imports records, a JSON file, into the registry of a folder and counts the words at the end:
 * `count-in-a-child.ts FOLDER FEED MINIMUM`. A test runs the process and kills it while it counts. The process prints each
 * slice of the count.
 */
import { readFileSync, writeSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createCountingRegistry } from '../../src/registry/create-registry.ts'
import { TIMELESS } from '../support/timeless.ts'

const [folder, feed, minimum] = process.argv.slice(2) as [string, string, string]

const options = { storage: await openDurableStorage(folder), survivorshipRules: TIMELESS }
const registry = await createCountingRegistry(options, Number(minimum))
await registry.import(JSON.parse(readFileSync(feed, 'utf8')) as object[], {
  onCounting: ({ phase, done }) => void writeSync(1, `${JSON.stringify({ phase, done })}\n`),
})
await registry.close()
