/**
 * Imports the French feed into an in-memory registry, matches the first records of the feed, and prints the times. The
 * script uses only functions that the earlier commit also has.
 *
 * french-once.ts FEED
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'

const MATCHED = 4_000
const MATCHED_AT_ONCE = 500

const [feed = ''] = process.argv.slice(2)
const records: Record<string, unknown>[] = []
for await (const item of readFeed(feed)) if ('record' in item) records.push(item.record)
const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
const begun = process.cpuUsage()
await registry.import(records)
const imported = process.cpuUsage(begun)
const inputs = records.slice(0, MATCHED).map(({ supplier: _, code: __, ...input }) => input)
const asked = process.cpuUsage()
for (let from = 0; from < inputs.length; from += MATCHED_AT_ONCE) {
  await registry.mapBatch(inputs.slice(from, from + MATCHED_AT_ONCE))
}
const matched = process.cpuUsage(asked)
console.log(
  JSON.stringify({
    records: records.length,
    importSeconds: (imported.user + imported.system) / 1e6,
    matchSeconds: (matched.user + matched.system) / 1e6,
  }),
)
