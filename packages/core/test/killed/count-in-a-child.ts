/**
 * A process that imports records, a JSON file, into the registry of a folder and counts the words at the end:
 * `count-in-a-child.ts FOLDER FEED`. A test runs the process and kills it while it counts. The process prints each
 * slice of the count.
 */
import { readFileSync, writeSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { TIMELESS } from '../support/timeless.ts'

const [folder, feed] = process.argv.slice(2) as [string, string]

const registry = await createRegistry({ storage: await openDurableStorage(folder), survivorshipRules: TIMELESS })
await registry.import(JSON.parse(readFileSync(feed, 'utf8')) as object[], {
  onCounting: ({ phase, done }) => void writeSync(1, `${JSON.stringify({ phase, done })}\n`),
})
await registry.close()
