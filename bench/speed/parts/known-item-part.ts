import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, type Product, type Registry } from '@utpid/core'
import { PRODUCT_ID_LIMIT } from '@utpid/core/storage'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { feedPath } from '../../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../../harness/part.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { seededRandom } from '../../harness/seeded-random.ts'
import { BASELINES, openBaseline } from '../engines/baselines.ts'
import { PAGE } from '../engines/search-engine.ts'
import { KNOWN_KINDS, type KnownItem, knownItems } from '../inputs/known-items.ts'
import { documentOf } from '../inputs/search-document.ts'
import type { KnownItemFinding, SpeedFindings } from '../runs/speed-findings.ts'

/**
 * Feeds on which ranking may be tuned (`--valid`). Ranking is judged on the other feeds, of other cities and countries.
 */
const TUNED_ON = ['paris-osm-hotels', 'paris-datatourisme', 'france-atout-france-2017']
const JUDGED_BY = ['tokyo-osm-2023', 'singapore-hotels-2022', 'wikivoyage-travel-sample', 'airports-geonames']
const PER_FEED = 300
const TOP_ONE = 0.92

interface Outcome extends KnownItem {
  readonly feed: string
  readonly engine: string
  /** Rank from 1; undefined if the product is not on the page. */
  readonly place: number | undefined
}

type Ask = (text: string) => Promise<readonly string[]>

/**
 * Searches products of real feeds with queries of people who know these products. Compares utpid with three engines
 * that have the same products.
 */
export function knownItemPart(findings: SpeedFindings): Part {
  return {
    name: 'known-item',
    needsData: true,
    run: async ({ data = '', seed, valid, say }): Promise<PartResult> => {
      const outcomes: Outcome[] = []
      let n = 0
      for (const feed of valid ? TUNED_ON : JUDGED_BY) {
        say(`speed: known items of ${feed}`)
        await using registry = await filled(feedPath(data, feed), seed)
        const products = await productsOf(registry)
        n += products.length
        const items = knownItems(products, PER_FEED, seed)
        for (const [engine, ask] of await enginesOf(registry, products)) {
          for (const item of items) {
            const at = (await ask(item.text)).indexOf(item.utpid)
            outcomes.push({ ...item, feed, engine, place: at < 0 ? undefined : at + 1 })
          }
        }
      }
      findings.knownItems.push(...findingsOf(outcomes))
      return { n, rows: rowsOf(outcomes) }
    },
  }
}

async function filled(file: string, seed: number): Promise<Registry> {
  const next = seededRandom(seed)
  // Products of one tier and rank are ordered by id. Seeded ids give the same order in each run.
  const random = (): number => Math.floor(next() * PRODUCT_ID_LIMIT)
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer(), random })
  const records: unknown[] = []
  for await (const item of readFeed(file)) if ('record' in item) records.push(item.record)
  await registry.import(records as Parameters<Registry['import']>[0], { batchSize: LIMITS.recordsPerCommit })
  return registry
}

async function productsOf(registry: Registry): Promise<Product[]> {
  const suppliers = (await registry.stats()).suppliers.top.map(({ id }) => id)
  const products = new Map<string, Product>()
  for (const supplier of suppliers) {
    for (let cursor: string | undefined; ; ) {
      const options = { supplier, limit: LIMITS.searchPageSize, ...(cursor === undefined ? {} : { cursor }) }
      const page = await registry.search('', options)
      for (const product of page.products) products.set(product.utpid, product)
      cursor = page.next
      if (cursor === undefined) break
    }
  }
  return [...products.values()].sort((a, b) => (a.utpid < b.utpid ? -1 : 1))
}

async function enginesOf(registry: Registry, products: readonly Product[]): Promise<Map<string, Ask>> {
  const ours: Ask = async (text) => (await registry.search(text, { limit: PAGE })).products.map(({ utpid }) => utpid)
  const engines = new Map<string, Ask>([['utpid', ours]])
  for (const name of BASELINES) {
    const engine = openBaseline(name)
    for (const product of products) {
      const names = product.records.flatMap(({ record }) => [
        record.name,
        ...(record.altNames ?? []).map((alt) => alt.name),
      ])
      const { utpid, name: shown, category, location } = product
      await engine.add(documentOf(utpid, { name: shown, category, ...location }, names))
    }
    engines.set(name, async (text) => (await engine.search(text)).ids)
  }
  return engines
}

function findingsOf(outcomes: readonly Outcome[]): KnownItemFinding[] {
  const engines = [...new Set(outcomes.map(({ engine }) => engine))]
  return engines.flatMap((engine) =>
    ['all', ...KNOWN_KINDS].flatMap((kind) => {
      const own = outcomes.filter((outcome) => outcome.engine === engine && (kind === 'all' || outcome.kind === kind))
      return own.length === 0 ? [] : [{ engine, kind, queries: own.length, ...figuresOf(own) }]
    }),
  )
}

function figuresOf(outcomes: readonly Outcome[]): Pick<KnownItemFinding, 'topOne' | 'reciprocalRank'> {
  const first = outcomes.filter(({ place }) => place === 1).length
  const ranks = outcomes.reduce((sum, { place }) => sum + (place === undefined ? 0 : 1 / place), 0)
  return { topOne: first / outcomes.length, reciprocalRank: ranks / outcomes.length }
}

function rowsOf(outcomes: readonly Outcome[]): Row[] {
  const engines = [...new Set(outcomes.map(({ engine }) => engine))]
  const figures = new Map(
    engines.map((engine) => [engine, figuresOf(outcomes.filter((outcome) => outcome.engine === engine))]),
  )
  const best = Math.max(...[...figures].filter(([engine]) => engine !== 'utpid').map(([, own]) => own.reciprocalRank))
  const ours = figures.get('utpid')
  const slices = (engine: string, by: 'feed' | 'kind'): Row[] =>
    [...new Set(outcomes.map((outcome) => outcome[by]))].map((value) => {
      const own = outcomes.filter((outcome) => outcome.engine === engine && outcome[by] === value)
      const id = `known-item.${engine}.${value.replaceAll(' ', '-')}`
      return plainRow(id, `... ${engine}, ${value} (${own.length}): first`, figuresOf(own).topOne, 'fraction')
    })
  return [
    barRow('known-item.top-1', 'known items of real feeds: found first', ours?.topOne ?? null, 'fraction', [
      '>=',
      TOP_ONE,
    ]),
    barRow('known-item.mrr', '... mean reciprocal rank', ours?.reciprocalRank ?? null, 'fraction', [
      '>=',
      Math.round(best * 1e4) / 1e4,
    ]),
    ...[...figures].flatMap(([engine, own]) => [
      ...(engine === 'utpid'
        ? []
        : [
            plainRow(`known-item.${engine}.top-1`, `... ${engine}: first`, own.topOne, 'fraction'),
            plainRow(`known-item.${engine}.mrr`, '... mean reciprocal rank', own.reciprocalRank, 'fraction'),
          ]),
      ...slices(engine, 'feed'),
      ...slices(engine, 'kind'),
    ]),
  ]
}
