import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { type Client, createClient } from '@utpid/client'
import { createRegistry, type DuplicateAlert, LIMITS, type Registry } from '@utpid/core'
import type { NonMatchCode } from '@utpid/core/operations'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { generateFeeds, toJsonLine } from '@utpid/generator'
import { createApp, OPEN_ACCESS, ROUTES } from '@utpid/http-koa'
import { expect } from 'vitest'
import type { ProductDetails } from '../../../src/data/product/product-details.ts'
import { supplierNames } from '../../../src/data/product/supplier-names.ts'
import { nonMatchText } from '../../../src/pages/review/non-match-text.ts'
import { type ComparedPair, comparedPair } from '../../../src/pages/review/shown-pair.ts'

const PAGE = 100
/** Number of alerts whose products both get a pin, so that both products are curated. */
const CURATED = 2
/**
 * First reasons that the alerts of this world must have. Other reasons belong to pairs without an alert, such as pairs
 * that share no key.
 */
const REASONS: readonly NonMatchCode[] = [
  'below_match',
  'same_supplier',
  'other_pair_forbids',
  'curated_apart',
  'skipped_keys',
  'copy',
  'clusters_disagree',
]

/**
 * Tests for each alert that the columns of the page and the explanation show the two records of the alert, and that the
 * sentence is the first reason of the engine.
 *
 * @param products - Number of generated products.
 * @param min - Least number of alerts.
 */
export async function alertsShowTheirRecords(products: number, min: number): Promise<void> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await fill(registry, products)
  await using served = await serve(registry)
  const alerts = await openAlerts(registry)
  await curate(registry, alerts)
  const firsts = new Map<string, number>()
  let shown = 0
  for (const { alertId } of alerts) {
    const alert = await registry.alert(alertId)
    // Pins may change products, and so close alerts.
    if (alert?.status !== 'open') continue
    shown++
    const first = await expectShown(registry, alert, await readAsPage(served.client, alert))
    firsts.set(first, (firsts.get(first) ?? 0) + 1)
  }
  console.log(`${shown} alerts: ${[...firsts].map((each) => each.join(' ')).join(', ')}`)
  expect(shown).toBeGreaterThanOrEqual(min)
  expect([...firsts.keys()].sort()).toEqual(expect.arrayContaining([...REASONS].sort()))
}

/** Pins both products of some alerts with a strong pair, so that their being curated is the first reason. */
async function curate(registry: Registry, alerts: readonly DuplicateAlert[]): Promise<void> {
  let left = CURATED
  for (const { records, utpids } of alerts) {
    if (left === 0) return
    const { reasons } = await registry.explainNonMatch(...records)
    if (reasons[0]?.code !== 'other_pair_forbids') continue
    left--
    for (const utpid of utpids) await registry.pin(utpid, { rooms: 40 }, { actor: 'anna' })
  }
}

async function expectShown(
  registry: Registry,
  alert: DuplicateAlert,
  { products, columns, explanation }: ComparedPair,
): Promise<string> {
  const codes = alert.records.map(({ supplier, code }) => ({ supplier, code }))
  expect([explanation?.pair?.a, explanation?.pair?.b]).toEqual(codes)
  expect(columns?.map(({ linked: { record } }) => ({ supplier: record.supplier, code: record.code }))).toEqual(codes)
  for (const [at, column] of (columns ?? []).entries()) {
    const product = await registry.get(column.product.utpid)
    const stored = product?.records.find(({ record }) => record.code === codes[at]?.code)
    expect(column.linked.record).toEqual(JSON.parse(JSON.stringify(stored?.record)))
    // The values of the explanation are those of the columns.
    const compared = explanation?.pair?.comparisons.find(({ name }) => name === 'name')
    const names = (at === 0 ? compared?.input : compared?.record)?.split(' | ')
    expect(names?.[0]).toBe(column.linked.record.name)
  }
  const { reasons } = await registry.explainNonMatch(...alert.records)
  expect(explanation?.reasons.map(({ code }) => code)).toEqual(reasons.map(({ code }) => code))
  const [engine] = JSON.parse(JSON.stringify(reasons))
  const [page] = explanation?.reasons ?? []
  const nameOf = supplierNames(products)
  if (page === undefined) throw new Error(`Alert ${alert.alertId} has no reason.`)
  expect(nonMatchText(page, nameOf)).toBe(nonMatchText(engine, nameOf))
  return page.code
}

async function readAsPage(client: Client, { records: [a, b], utpids }: DuplicateAlert): Promise<ComparedPair> {
  const [one, other] = await Promise.all(
    utpids.map(async (utpid) => {
      const { details } = await client.product(utpid, { include: ['details'] })
      return details as unknown as ProductDetails
    }),
  )
  return comparedPair([one as ProductDetails, other as ProductDetails], await client.explain({ a, b }))
}

async function openAlerts(registry: Registry): Promise<DuplicateAlert[]> {
  const found: DuplicateAlert[] = []
  for (;;) {
    const { alerts } = await registry.alerts({ status: 'open', limit: PAGE, offset: found.length })
    found.push(...alerts)
    if (alerts.length < PAGE) return found
  }
}

/** Imports generated feeds, and records for the reasons that generated feeds do not have. */
async function fill(registry: Registry, products: number): Promise<void> {
  const lines = [...generateFeeds({ seed: 1, products, suppliers: 6 }).records].map(toJsonLine).join('')
  const bySupplier = new Map<string, unknown[]>()
  for await (const item of readFeed(Readable.from([Buffer.from(lines)]), { format: 'jsonl' })) {
    if (!('record' in item)) throw new Error(item.error.message)
    const { supplier } = item.record as { readonly supplier: string }
    bySupplier.set(supplier, [...(bySupplier.get(supplier) ?? []), item.record])
  }
  for (const records of bySupplier.values()) await registry.import(records)
  await registry.import(copies())
  await registry.import(disagreeing())
  await registry.import(twins())
  // A pair of one product, until a crowd at the same place joins its blocking key.
  const [pair, crowd] = crowded()
  await registry.import(pair)
  await registry.import(crowd, { batchSize: 50 })
}

/** Equal records of one supplier. */
function copies(): object[] {
  const location = { city: 'Porto', country: 'PT', coordinates: [41.1496, -8.611] }
  return ['1', '2', '3'].map((code) => ({
    supplier: 'copier',
    code,
    name: 'Pensão Azulejo',
    category: 'hotel',
    location,
  }))
}

/** Two similar records of one supplier. The number of rooms makes them different, so that neither is a copy. */
function twins(): object[] {
  const location = { city: 'Rouen', country: 'FR', postalCode: '76000', coordinates: [49.4431, 1.0993] }
  const twin = { supplier: 'twin', name: 'Hotel Zephyr Marlowe', category: 'hotel', location, stars: 4 }
  return [
    { ...twin, code: 'A8' },
    { ...twin, code: 'A9', rooms: 40 },
  ]
}

/** A hotel of five records, one of which has the contacts of another hotel. */
function disagreeing(): object[] {
  const location = { city: 'Gent', country: 'BE', coordinates: [51.0543, 3.7174] }
  const contact = { phone: '+32 9 225 08 08', website: 'https://zephyr-marlowe.example/' }
  const zephyr = { name: 'Hotel Zephyr Marlowe', category: 'hotel', location }
  const five = ['beta', 'gamma', 'delta', 'epsilon'].map((supplier) => ({ ...zephyr, supplier, code: '1', stars: 5 }))
  const newcomer = { supplier: 'zeta', code: '1', name: 'Quill Rondel', category: 'hotel', location, stars: 2 }
  return [{ ...zephyr, supplier: 'alpha', code: 'A1', ...contact }, ...five, { ...newcomer, ...contact }]
}

/** Two records with one telephone number, and so many other records with the number that its blocking key is skipped. */
function crowded(): [object[], object[]] {
  const phone = '+39 049 875 12 34'
  const bare = { name: 'Solace Tamarind', category: 'apartment', phone }
  const location = { city: 'Padova', country: 'IT', coordinates: [45.4064, 11.8768] }
  const crowd = Array.from({ length: LIMITS.recordsPerKey + 5 }, (_each, at) => ({
    ...bare,
    supplier: `crowd-${at}`,
    code: '1',
    name: `Solace Tamarind Suite ${at}`,
    location,
  }))
  return [['crowd-a', 'crowd-b'].map((supplier) => ({ ...bare, supplier, code: '1' })), crowd]
}

async function serve(registry: Registry): Promise<AsyncDisposable & { readonly client: Client }> {
  const app = createApp({ registry, accessControl: OPEN_ACCESS, routes: ROUTES })
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    client: createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await registry.close()
    },
  }
}
