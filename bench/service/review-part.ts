import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { type Client, createClient } from '@utpid/client'
import type { Registry } from '@utpid/core'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { type GeneratedRecord, generateFeeds, toJsonLine } from '@utpid/generator'
import { createApp, ROUTES, serviceAccessControl } from '@utpid/http-koa'
import { ensureFirstAccount, hostedService, MemoryServiceStore, secretBox } from '@utpid/service'
import {
  type ComparedPair,
  comparedPair,
  nonMatchText,
  rowsOf,
  supplierNames,
} from '../../packages/dashboard/test/support/review-pair.ts'
import { openRegistry } from '../feeds/registries.ts'
import { part } from '../harness/part.ts'
import { below, count } from '../harness/row.ts'

const ALERTS = 1_000
const PRODUCTS = 12_000
const SUPPLIERS = 6
/** Page size of the review queue. */
const PAGE = 50
/** Number of alerts whose products are both verified, so that this reason also occurs. */
const KEPT = 50

/** Checks the review page over HTTP: whether it displays the records that it explains, and why they were not linked. */
export const reviewPart = part('review', async ({ seed, say }) => {
  await using served = await serveAlerts(seed, say)
  const { client } = served
  const queue = await readQueue(client)
  await keepBoth(client, queue.slice(0, KEPT))
  const counts = { shown: 0, columns: 0, sentences: 0, products: 0, certain: 0 }
  const reasons = new Map<string, number>()
  for (const alert of queue) {
    const pair = await readAsPage(client, alert.alertId, alert.utpids)
    counts.shown++
    const { explanation } = pair
    const [left, right] = pair.columns ?? []
    const codes = [left, right].map((column) => column && codeText(column.linked.record))
    const explained = [explanation?.pair?.a, explanation?.pair?.b].map((code) => code && codeText(code))
    if (codes.every((code, at) => code !== undefined && code === explained[at])) counts.columns++
    const [reason] = explanation?.reasons ?? []
    const sentence = reason === undefined ? '' : nonMatchText(reason, supplierNames(pair.products))
    if (sentence !== '') counts.sentences++
    reasons.set(reason?.code ?? 'none', (reasons.get(reason?.code ?? 'none') ?? 0) + 1)
    if (`${sentence} ${texts(pair)}`.includes('100 %')) counts.certain++
    const [a, b] = alert.utpids
    const ofProducts = (await client.explain({ a, b })).pair
    if ([ofProducts?.a, ofProducts?.b].every((code, at) => code && codeText(code) === explained[at])) counts.products++
  }
  const [first, ...others] = [...reasons].sort(([, one], [, other]) => other - one)
  say(`review: ${[first, ...others].map((each) => each?.join(' ')).join(', ')}`)
  const all = queue.length
  const rows = below('review', [
    ['alerts', 'alerts that were reviewed over HTTP as the page asks', counts.shown, 'count', `>= ${ALERTS}`],
    ['columns', 'record codes in the columns equal those of the explanation', counts.columns / all, 'fraction', '= 1'],
    ['reasons', '... a sentence says why they were not linked', counts.sentences / all, 'fraction', '= 1'],
    ['products', '... their two products are explained by the same records', counts.products / all, 'fraction', '= 1'],
    ['certain', '... "100 %" is said of them', counts.certain, 'count', '= 0'],
    ['kinds', '... different reasons that come first', reasons.size, 'count'],
  ])
  return { n: served.records, rows }
})

type Alert = Awaited<ReturnType<Client['alerts']>>['results'][number]

/**
 * Reads half of the alerts by confidence and half by information gain, as the page does. If a pair has high confidence,
 * too few bits are not the reason why it was not linked.
 */
async function readQueue(client: Client): Promise<Alert[]> {
  const queue = new Map<string, Alert>()
  for (const order of ['confidence', 'informationGain'] as const) {
    const most = order === 'confidence' ? ALERTS / 2 : ALERTS
    for (let offset = 0; queue.size < most; offset += PAGE) {
      const { results } = await client.alerts({ status: 'open', order, limit: PAGE, offset })
      for (const alert of results) if (queue.size < most) queue.set(alert.alertId, alert)
      if (results.length < PAGE) break
    }
  }
  return [...queue.values()]
}

async function keepBoth(client: Client, alerts: readonly Alert[]): Promise<void> {
  for (const utpid of new Set(alerts.flatMap(({ utpids }) => utpids))) await client.verify({ utpid, method: 'manual' })
}

async function readAsPage(client: Client, alertId: string, utpids: readonly [string, string]): Promise<ComparedPair> {
  const product = async (utpid: string): Promise<ComparedPair['products'][number]> =>
    (await client.product(utpid, { include: ['details'] })).details as unknown as ComparedPair['products'][number]
  const { records } = await client.alert(alertId)
  const [a, b] = records
  if (a === undefined || b === undefined) throw new Error(`Alert ${alertId} does not name two records.`)
  const products = [await product(utpids[0]), await product(utpids[1])] as const
  return comparedPair(products, await client.explain({ a, b }))
}

/** Returns the text in the table of a pair. */
function texts({ columns, explanation }: ComparedPair): string {
  if (columns === undefined) return ''
  return rowsOf(columns, explanation?.pair?.comparisons ?? [])
    .map(({ mark, levels }) => [mark, ...levels].join(' '))
    .join(' ')
}

function codeText({ supplier, code }: { readonly supplier: string; readonly code: string }): string {
  return JSON.stringify([supplier, code])
}

interface ServedAlerts extends AsyncDisposable {
  readonly client: Client
  readonly records: number
}

/** Starts a service with accounts over generated feeds. */
async function serveAlerts(seed: number, say: (sentence: string) => void): Promise<ServedAlerts> {
  const registry = await openRegistry(createMemoryStorage())
  say(`review: importing ${count(PRODUCTS)} generated products of ${SUPPLIERS} suppliers ...`)
  const records = await importGenerated(registry, seed)
  const store = new MemoryServiceStore()
  const service = await hostedService({
    registry,
    store,
    gazetteer: loadGazetteer(),
    instance: 'bench',
    secrets: secretBox([new Uint8Array(32).fill(7)]),
    onError: (error) => console.error(error),
  })
  const first = await ensureFirstAccount(service.repository, 'Bench')
  if (first === undefined) throw new Error('An account exists already.')
  const app = createApp({ registry, service, accessControl: serviceAccessControl(service), routes: ROUTES })
  const server = createServer(app.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await service.stop()
    await store.close()
    await registry.close()
  }
  return { client: createClient({ baseUrl, key: first.text }), records, [Symbol.asyncDispose]: close }
}

/** Imports one supplier after another, so that some pairs need review. @returns The number of records. */
async function importGenerated(registry: Registry, seed: number): Promise<number> {
  const { records } = generateFeeds({ seed, products: PRODUCTS, suppliers: SUPPLIERS })
  const bySupplier = new Map<unknown, unknown[]>()
  let read = 0
  for await (const item of readFeed(Readable.from(jsonLines(records)), { format: 'jsonl' })) {
    if (!('record' in item)) throw new Error(item.error.message)
    const { supplier } = item.record
    const own = bySupplier.get(supplier) ?? []
    own.push(item.record)
    bySupplier.set(supplier, own)
    read++
  }
  for (const own of bySupplier.values()) await registry.import(own)
  return read
}

function* jsonLines(records: Iterable<GeneratedRecord>): Generator<Buffer> {
  for (const record of records) yield Buffer.from(toJsonLine(record))
}
