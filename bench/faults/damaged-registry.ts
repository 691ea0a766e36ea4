import { mkdirSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import type { Registry } from '@utpid/core'
import { type FeedRow, generatedRows } from '../feeds/feed-rows.ts'
import { openRegistry } from '../feeds/registries.ts'
import { seededRandom } from '../harness/seeded-random.ts'

const PRODUCTS = 900
const SEED = 7
const BY = 'bench'

/** Returns enough records of generated feeds to give every larger table several pages. */
export function feedRecords(): FeedRow[] {
  return generatedRows({ seed: SEED, products: PRODUCTS })
}

/** Creates a registry in a folder, with rows in every table and an index checkpoint. */
export async function makeRegistry(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const random = seededRandom(SEED)
  // Every run creates the same registry, so that faults are reproducible.
  const ids = { random: () => Math.floor(random() * 2 ** 50) }
  await using registry = await openRegistry(await openDurableStorage(folder), ids)
  await registry.import(feedRecords())
  const { alerts } = await registry.alerts({ limit: 1_000 })
  const utpids = await utpidsOf(registry)
  await registry.addAliases(utpids.slice(0, 400).map((utpid, at) => ({ alias: `former-${at}`, utpid })))
  for (const [at, { alertId }] of alerts.slice(0, 8).entries()) {
    const resolution = at < 4 ? 'merge' : 'dismiss'
    await registry.resolve(alertId, { resolution, actor: BY }).catch(() => undefined)
  }
  for (const utpid of utpids.slice(20, 60)) await registry.verify(utpid, { actor: BY })
  for (const utpid of utpids.slice(60, 80)) await registry.pin(utpid, { name: `Pinned ${utpid}` }, { actor: BY })
  for (const utpid of utpids.slice(80, 90)) await registry.delete(utpid, { actor: BY })
  const codes: { supplier: string; code: string }[] = []
  for await (const { supplier, code } of registry.crosswalk()) codes.push({ supplier, code })
  for (const code of codes.slice(-30)) await registry.deactivate(code)
}

export async function utpidsOf(registry: Registry): Promise<string[]> {
  const utpids = new Set<string>()
  for await (const { utpid } of registry.crosswalk()) utpids.add(utpid)
  return [...utpids].sort()
}
