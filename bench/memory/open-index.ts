import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { openRegistry } from '../feeds/registries.ts'
import { childTask } from '../harness/child-task.ts'
import { load } from '../harness/machine.ts'
import { type Spread, secondsSince, spread, timeEach } from '../harness/statistics.ts'
import { indexQueries } from './index-queries.ts'

/** Kinds of index. `snapshot` opens the checkpoint that `segments` has written. */
export const KINDS = ['segments', 'snapshot', 'plain'] as const

export type Kind = (typeof KINDS)[number]

/**
 * Opens a registry with an index of this kind. `snapshot` opens segments from the existing checkpoint; `segments`
 * builds them from the ledger. Bytes are anonymous memory after a garbage collection; `most` is the maximum resident
 * memory up to the first answer, including mapped files and garbage.
 */
export const openTask = childTask(import.meta, 'open', async (kind: Kind, folder: string) => {
  if (kind === 'segments') rmSync(join(folder, 'index.checkpoint'), { force: true })
  let isFromSnapshot = false
  const before = anonymousBytes()
  const began = performance.now()
  const storage = await openDurableStorage(folder, {
    index: kind === 'plain' ? 'plain' : 'segments',
    onCheckpoint: (event) => {
      isFromSnapshot ||= event.kind === 'opened'
    },
  })
  const openSeconds = secondsSince(began)
  const tiers = [{ groups: [{ any: ['name:paris', 'place:paris'] }] }]
  await storage.index.search({ tiers, filters: [], offset: 0, limit: 20 })
  const answerSeconds = secondsSince(began)
  const most = kilobytesOf('VmHWM') * 1_024
  if (isFromSnapshot !== (kind === 'snapshot')) throw new Error(`Opened with ${kind}, but not in the expected way.`)
  const anonymous = anonymousBytes()
  const making = performance.now()
  await using registry = await openRegistry(storage)
  await registry.search('hotel paris')
  const registrySeconds = answerSeconds + secondsSince(making)
  const times: Record<string, Spread> = {}
  for (const [name, queries] of Object.entries(await indexQueries(storage)))
    times[name] = spread(await timeEach(queries, (query) => query()))
  // Includes the registry, its gazetteer and data that queries cached.
  const whole = anonymousBytes()
  return { openSeconds, answerSeconds, registrySeconds, most, anonymous, before, whole, times, load: load() }
})

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
