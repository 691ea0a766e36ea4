/**
 * `hold-once.ts KIND FOLDER`: opens a registry in a folder with an index of this kind, in a separate process; prints an
 * {@link OpenedIndex}. `snapshot` opens segments from the existing checkpoint; `segments` builds them from the ledger.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { load } from '../harness/machine.ts'
import { quantile } from '../harness/quantile.ts'
import { indexQueries } from './index-queries.ts'

export interface OpenedIndex {
  /** Seconds from the start of opening until the index is ready, and until its first answer. */
  readonly openSeconds: number
  readonly answerSeconds: number
  /** Seconds until a registry with its gazetteer has answered a search. */
  readonly registrySeconds: number
  /** Maximum resident bytes up to the first answer, including mapped files and garbage. */
  readonly most: number
  /** Anonymous bytes of the process when the index is ready, after a garbage collection. */
  readonly anonymous: number
  /** Anonymous bytes before the index is opened. */
  readonly before: number
  /**
   * Anonymous bytes of the whole process at the end, including the registry, its gazetteer and data that queries
   * cached.
   */
  readonly whole: number
  /** Times in milliseconds by kind of query. */
  readonly times: Readonly<Record<string, { readonly p50: number; readonly p99: number; readonly max: number }>>
  /** Load of the machine, before and after. */
  readonly load: readonly [number, number]
}

const [kind = '', folder = ''] = process.argv.slice(2)
const loadBefore = load()
if (kind === 'segments') rmSync(join(folder, 'index.snapshot'), { force: true })
let isFromSnapshot = false
const before = anonymousBytes()
const began = performance.now()
const storage = await openDurableStorage(folder, {
  index: kind === 'plain' ? 'plain' : 'segments',
  onSnapshot: (event) => {
    isFromSnapshot ||= event.kind === 'opened'
  },
})
const openSeconds = (performance.now() - began) / 1_000
await storage.index.search({
  tiers: [{ groups: [{ any: ['name:paris', 'place:paris'] }] }],
  filters: [],
  offset: 0,
  limit: 20,
})
const answerSeconds = (performance.now() - began) / 1_000
const most = kilobytesOf('VmHWM') * 1_024
if (isFromSnapshot !== (kind === 'snapshot')) throw new Error(`Opened with ${kind}, but not in the expected way.`)
const anonymous = anonymousBytes()
const making = performance.now()
const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
await registry.search('hotel paris')
const registrySeconds = answerSeconds + (performance.now() - making) / 1_000
const times: Record<string, { readonly p50: number; readonly p99: number; readonly max: number }> = {}
for (const [name, questions] of Object.entries(await indexQueries(storage))) {
  const taken: number[] = []
  for (const question of questions) {
    const started = performance.now()
    await question()
    taken.push(performance.now() - started)
  }
  times[name] = { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99), max: Math.max(...taken) }
}
const whole = anonymousBytes()
await registry.close()
const result: OpenedIndex = {
  openSeconds,
  answerSeconds,
  registrySeconds,
  most,
  anonymous,
  before,
  whole,
  times,
  load: [loadBefore, load()],
}
process.stdout.write(JSON.stringify(result))

/**
 * Returns the memory of this process as Linux reports it. Leaves out pages of mapped files, which the system can
 * reclaim.
 */
function anonymousBytes(): number {
  // The second collection frees objects released by the first.
  globalThis.gc?.()
  globalThis.gc?.()
  return (kilobytesOf('RssAnon') + kilobytesOf('RssShmem')) * 1_024
}

function kilobytesOf(name: string): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}
