import { LIMITS, type Product, type Registry } from '@utpid/core'
import { readRows } from '../../feeds/feed-rows.ts'
import { feedPath } from '../../feeds/paris.ts'
import { inMemory, seededIds } from '../../feeds/registries.ts'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { mean } from '../../harness/statistics.ts'
import { KNOWN_KINDS, type KnownItem, knownItems } from '../inputs/known-items.ts'
import { documentOf } from '../inputs/search-document.ts'
import { BASELINES, openBaseline, PAGE } from '../inputs/search-engines.ts'

/**
 * Feeds on which ranking may be tuned (`--valid`). Ranking is judged on the other feeds, of other cities and countries.
 */
const TUNED_ON = ['paris-osm-hotels', 'paris-datatourisme', 'france-atout-france-2017']
const JUDGED_BY = ['tokyo-osm-2023', 'singapore-hotels-2022', 'wikivoyage-travel-sample', 'airports-geonames']
const PER_FEED = 300

interface Outcome extends KnownItem {
  readonly feed: string
  readonly engine: string
  /** Rank from 1; undefined if the product is not on the page. */
  readonly place: number | undefined
}

type Ask = (text: string) => Promise<readonly string[]> | readonly string[]

export interface KnownItemFinding {
  readonly engine: string
  readonly kind: string
  readonly queries: number
  readonly topOne: number
  /** Mean of 1 / rank; 0 if the product is not on the page. */
  readonly reciprocalRank: number
}

/** Data of the page in addition to the rows. */
export const KNOWN_ITEMS: KnownItemFinding[] = []

/**
 * Searches products of real feeds with queries of people who know these products. Compares utpid with three engines
 * that have the same products.
 */
export const knownItemPart = dataPart('known-item', async ({ data, seed, valid, say }) => {
  const outcomes: Outcome[] = []
  let n = 0
  for (const feed of valid ? TUNED_ON : JUDGED_BY) {
    say(`speed: known items of ${feed}`)
    const rows = await readRows(feedPath(data, feed), { skips: true })
    await using filled = await inMemory(rows, { batchSize: LIMITS.recordsPerCommit }, { random: seededIds(seed) })
    const products = await productsOf(filled.registry)
    n += products.length
    const items = knownItems(products, PER_FEED, seed)
    for (const [engine, ask] of await enginesOf(filled.registry, products)) {
      for (const item of items) {
        const at = (await ask(item.text)).indexOf(item.utpid)
        outcomes.push({ ...item, feed, engine, place: at < 0 ? undefined : at + 1 })
      }
    }
  }
  KNOWN_ITEMS.push(...findingsOf(outcomes))
  return { n, rows: below('known-item', figuresOf(outcomes)) }
})

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
  for (const baseline of BASELINES) {
    const engine = openBaseline(baseline)
    for (const { utpid, name, category, location, records } of products) {
      const names = records.flatMap(({ record }) => [record.name, ...(record.altNames ?? []).map((alt) => alt.name)])
      await engine.add(documentOf(utpid, { name, category, ...location }, names))
    }
    engines.set(baseline, (text) => engine.search(text))
  }
  return engines
}

function findingsOf(outcomes: readonly Outcome[]): KnownItemFinding[] {
  return ['utpid', ...BASELINES].flatMap((engine) =>
    ['all', ...KNOWN_KINDS].flatMap((kind) => {
      const own = outcomes.filter((outcome) => outcome.engine === engine && (kind === 'all' || outcome.kind === kind))
      return own.length === 0 ? [] : [{ engine, kind, queries: own.length, ...ranksOf(own) }]
    }),
  )
}

function ranksOf(outcomes: readonly Outcome[]): Pick<KnownItemFinding, 'topOne' | 'reciprocalRank'> {
  return {
    topOne: outcomes.filter(({ place }) => place === 1).length / outcomes.length,
    reciprocalRank: mean(outcomes.map(({ place }) => (place === undefined ? 0 : 1 / place))),
  }
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const ofEngine = (engine: string): Outcome[] => outcomes.filter((outcome) => outcome.engine === engine)
  const ours = ranksOf(ofEngine('utpid'))
  const best = Math.max(...BASELINES.map((engine) => ranksOf(ofEngine(engine)).reciprocalRank))
  const slices = (engine: string, by: 'feed' | 'kind'): Figure[] =>
    [...new Set(outcomes.map((outcome) => outcome[by]))].map((value) => {
      const own = ofEngine(engine).filter((outcome) => outcome[by] === value)
      const what = `... ${engine}, ${value} (${own.length}): first`
      return [`${engine}.${value.replaceAll(' ', '-')}`, what, ranksOf(own).topOne, 'fraction']
    })
  return [
    ['top-1', 'known items of real feeds: found first', ours.topOne, 'fraction', '>= 0.92'],
    ['mrr', '... mean reciprocal rank', ours.reciprocalRank, 'fraction', `>= ${Math.round(best * 1e4) / 1e4}`],
    ...['utpid', ...BASELINES].flatMap((engine) => {
      const { topOne, reciprocalRank } = ranksOf(ofEngine(engine))
      const ranks: Figure[] = [
        [`${engine}.top-1`, `... ${engine}: first`, topOne, 'fraction'],
        [`${engine}.mrr`, '... mean reciprocal rank', reciprocalRank, 'fraction'],
      ]
      return [...(engine === 'utpid' ? [] : ranks), ...slices(engine, 'feed'), ...slices(engine, 'kind')]
    }),
  ]
}
