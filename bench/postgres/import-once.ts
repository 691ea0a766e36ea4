/**
 * `import-once.ts URL SCHEMA FILE EACH OF`: imports the records of a feed whose index modulo OF is EACH, in a separate
 * process; prints an {@link ImportedOnce}.
 */
import { openPostgresStorage } from '@utpid/adapter-postgres'
import { createRegistry } from '@utpid/core'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'

export interface ImportedOnce {
  readonly records: number
  /** Start time in seconds since 1970, so that several processes can be combined. */
  readonly began: number
  readonly ended: number
}

const BATCH_SIZE = 1_000
const [connectionString = '', schema = '', file = '', each = '0', of = '1'] = process.argv.slice(2)
const records: Record<string, unknown>[] = []
let place = 0
for await (const item of readFeed(file)) {
  if ('record' in item && place++ % Number(of) === Number(each)) records.push(item.record)
}
const storage = await openPostgresStorage({ connectionString, schema })
await using registry = await createRegistry({
  storage,
  gazetteer: loadGazetteer(),
  yield: () => new Promise((resolve) => void setImmediate(resolve)),
})
const began = Date.now() / 1_000
const { read } = await registry.import(records, { batchSize: BATCH_SIZE })
const imported: ImportedOnce = { records: read, began, ended: Date.now() / 1_000 }
process.stdout.write(JSON.stringify(imported))
