/** A separate process for tests. It writes request ids until the disk is full, and prints the result. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RegistryError } from '@utpid/core'
import { SERVICE_TABLES } from '@utpid/service'
import { PROBE_MS, type RowWrite, WatchedStore } from '@utpid/service/internal'
import { openDurableServiceStore } from '../../src/service.ts'

const BALLAST_BYTES = 2 * 1_048_576
const FILLER = 'x'.repeat(2_000)

const disk = process.argv[2] as string
const folder = join(disk, 'registry')
const ballast = join(disk, 'ballast')

const keyOf = (at: number): string => `a/${String(at).padStart(8, '0')}`
/** Returns a row without a precondition: the store writes it without reading. */
const rowOf = (at: number): RowWrite => ({ table: 'request_ids', key: keyOf(at), row: { id: FILLER } }) as never

writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES))
let now = 0
const store = new WatchedStore(await openDurableServiceStore(folder, SERVICE_TABLES), () => now)
const all = { prefix: 'a/', limit: 10_000 } as const
let acknowledged = 0
let refusal: RegistryError | undefined
while (refusal === undefined) {
  const pair = [rowOf(acknowledged), rowOf(acknowledged + 1)]
  refusal = await store.write(pair).then(
    () => undefined,
    (error: RegistryError) => error,
  )
  if (refusal === undefined) acknowledged += 2
}
const present = (await store.range('request_ids', all)).map(({ key }) => key)
const isFailing = store.isFailing
await store.check().catch(() => undefined)
rmSync(ballast)
now += PROBE_MS
await store.check()
const isWell = !store.isFailing
await store.write([rowOf(acknowledged)])
await store.close()
const again = await openDurableServiceStore(folder, SERVICE_TABLES)
const afterwards = (await again.range('request_ids', all)).length
await again.close()
console.log(
  JSON.stringify({
    code: refusal.code,
    message: refusal.message,
    acknowledged,
    isWhole: present.every((key, at) => key === keyOf(at)),
    present: present.length,
    afterwards,
    isFailing,
    isWell,
  }),
)
process.exit()
