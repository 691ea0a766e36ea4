/**
 * A process that imports a feed, a JSON file, into the registry of a folder: `import-in-a-child.ts FOLDER FEED BATCH`.
 * A test runs the process and kills it at any moment. The process prints each phase when it starts and each record as
 * soon as it is acknowledged, as lines of JSON.
 */
import { readFileSync, writeSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { TIMELESS } from '../support/timeless.ts'
import type { ChildLine } from './killed-imports.ts'

const [folder, feedPath, batchSize] = process.argv.slice(2) as [string, string, string]

/** Writes without a buffer, since a buffer would delay an acknowledgement. */
function say(line: ChildLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

const feed = JSON.parse(readFileSync(feedPath, 'utf8')) as object[]
/**
 * The child imports the first records in batches. It writes the other records individually, each with an idempotency
 * key.
 */
const singly = Math.floor((feed.length * 2) / 3)

say({ begins: 'opening' })
const registry = await createRegistry({ storage: await openDurableStorage(folder), survivorshipRules: TIMELESS })
say({ begins: 'import' })
await registry.import(feed.slice(0, singly), {
  batchSize: Number(batchSize),
  onOutcome: ({ index, ...outcome }) => 'utpid' in outcome && say({ at: index, utpid: outcome.utpid as string }),
})
const upserts = feed.slice(singly).map(async (record, position) => {
  const [at, idempotencyKey] = [singly + position, `${feedPath} ${singly + position}`]
  const outcome = await registry.upsert(record, { idempotencyKey })
  if ('utpid' in outcome)
    say({ at, utpid: outcome.utpid as string, ...(outcome.outcome === 'unchanged' ? {} : { idempotencyKey }) })
})
await Promise.all(upserts)
say({ begins: 'closing' })
await registry.close()
say({ begins: 'ending' })
