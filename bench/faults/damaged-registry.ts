import { mkdirSync } from 'node:fs'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, type Registry } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds } from '@utpid/generator'
import { seededRandom } from '../harness/seeded-random.ts'

const PRODUCTS = 900
const SEED = 7
const BY = 'bench'

/** Returns enough records of generated feeds to give every larger table several pages. */
export function feedRecords(): readonly unknown[] {
  return [...generateFeeds({ seed: SEED, products: PRODUCTS }).records].map((record) => toRecord({ ...record }))
}

/** Creates a registry in a folder, with rows in every table and an index checkpoint. */
export async function makeRegistry(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const random = seededRandom(SEED)
  const storage = await openDurableStorage(folder)
  const registry = await createRegistry({
    storage,
    gazetteer: loadGazetteer(),
    // Every run creates the same registry, so that faults are reproducible.
    random: () => Math.floor(random() * 2 ** 50),
  })
  await registry.import(feedRecords())
  const { alerts } = await registry.alerts({ limit: 1_000 })
  const utpids = await utpidsOf(registry)
  await registry.addAliases(utpids.slice(0, 400).map((utpid, at) => ({ alias: `former-${at}`, utpid })))
  for (const { alertId } of alerts.slice(0, 4))
    await registry.resolve(alertId, { resolution: 'merge', by: BY }).catch(() => undefined)
  for (const { alertId } of alerts.slice(4, 8))
    await registry.resolve(alertId, { resolution: 'dismiss', by: BY }).catch(() => undefined)
  for (const utpid of utpids.slice(20, 60)) await registry.verify(utpid, { by: BY })
  for (const utpid of utpids.slice(60, 80)) await registry.pin(utpid, { name: `Pinned ${utpid}` }, { by: BY })
  for (const utpid of utpids.slice(80, 90)) await registry.delete(utpid, { by: BY })
  const codes: { supplier: string; code: string }[] = []
  for await (const { supplier, code } of registry.crosswalk()) codes.push({ supplier, code })
  for (const code of codes.slice(-30)) await registry.end(code)
  await registry.close()
}

export async function utpidsOf(registry: Registry): Promise<string[]> {
  const utpids = new Set<string>()
  for await (const { utpid } of registry.crosswalk()) utpids.add(utpid)
  return [...utpids].sort()
}
