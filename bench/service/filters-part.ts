import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { formatUtpid, parseCountry, type Registry, type SearchOptions, type Storage } from '@utpid/core'
import { openRegistry } from '../feeds/registries.ts'
import { runUtpid } from '../harness/child-task.ts'
import { type PartContext, part, wholeNumber } from '../harness/part.ts'
import type { Figure } from '../harness/row.ts'
import { picker, seededRandom, shuffled } from '../harness/seeded-random.ts'
import { storedProducts } from '../harness/stored-rows.ts'
import { withFolder } from '../harness/with-folder.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { filledSchema } from '../place/filled.ts'

const RECORDS = 50_000
const FILTERS = 500
/** Number of products to merge, and of products whose category and country to pin. */
const DECIDED = 300
/** Number of searches whose facet counts are compared. Some of their words have similar words in the registry. */
const COUNTED = 60
const COUNTED_TEXTS = ['hotel', 'motel', 'hostel tower', 'royal palace', 'tour', 'grand hotel', 'apartment center']
const BY = { actor: 'bench' }
const UNKNOWN = { category: 'other', country: 'ZZ' }
const PINNED = { categories: ['hotel', 'apartment_hotel', 'tour'], countries: ['DE', 'FR', 'IE'] } as const
const CONNECTIONS = 4
/** Codes of territories. Their suppliers also use the code of the state. */
const TERRITORY =
  /^(AI|AS|AW|AX|BL|BM|BQ|CC|CK|CW|CX|FK|FO|GF|GG|GI|GL|GP|GU|HK|IM|JE|KY|MF|MO|MP|MQ|MS|NC|NF|NU|PF|PM|PR|RE|SH|SJ|SX|TC|TK|VG|VI|WF|YT)$/

/** The displayed fields that filters use. */
interface Shown {
  readonly category: string
  readonly country: string
}

/**
 * Searches with random filters of type, country and destination in a folder and in PostgreSQL, after merges and pins.
 * Checks that each result has the displayed value, and that each product with the value is found.
 *
 * Option: `--records N`.
 */
export const filtersPart = part('filters', (context) =>
  withFolder(async (folder) => {
    const records = wholeNumber(context, 'records', RECORDS)
    const data = join(folder, 'registry')
    context.say('service: restoring the records into a folder')
    runUtpid(['restore', ENVIRONMENT.generated('export', records, context), '--data', data])
    const inFolder = await measured('folder', await openDurableStorage(data), context)
    const schema = await filledSchema(context, RECORDS)
    const inPostgres = await measured('postgres', await schema.open(CONNECTIONS), context)
    return { n: records, rows: [...inFolder, ...inPostgres] }
  }),
)

async function measured(name: string, storage: Storage, { seed, say }: PartContext): Promise<Figure[]> {
  await using registry = await openRegistry(storage)
  const random = seededRandom(seed)
  say(`service: ${3 * DECIDED} curator decisions about products, in ${name}`)
  await decide(registry, shuffled([...(await shownProducts(registry, storage)).keys()], random), random)
  const products = await shownProducts(registry, storage)
  const filters = randomFilters([...products.values()], random)
  say(`service: ${filters.length} filters, in ${name}`)
  let [results, differing, missing] = [0, 0, 0]
  for (const { options, isShown } of filters) {
    const found = await allFound(registry, options)
    results += found.length
    differing += found.filter((utpid) => !isShown(products.get(utpid) ?? UNKNOWN)).length
    const there = new Set(found)
    missing += [...products].filter(([utpid, shown]) => isShown(shown) && !there.has(utpid)).length
  }
  say(`service: comparing ${COUNTED} searches by type and country, in ${name}`)
  const counted = await checkFacets(registry, [...products.values()], random)
  const id = `service.filters.${name}`
  const what = `filter results whose shown value differs, ${filters.length} filters, ${name}`
  const facets = `... facet counts that differ from the filtered total, ${name}`
  return [
    [id, what, differing, 'count', '= 0'],
    [`${id}.missing`, '... products that show the value and are not found', missing, 'count', '= 0'],
    [`${id}.results`, '... results', results, 'count'],
    [`${id}.facets`, facets, counted.wrong, 'count', '= 0'],
    [`${id}.facets.values`, '... counts that were compared', counted.values, 'count'],
    [`${id}.facets.exact`, '... of them exact', counted.exact, 'count'],
  ]
}

/** Merges random, different products, and pins random products to random values. */
async function decide(registry: Registry, utpids: readonly string[], random: () => number): Promise<void> {
  const pick = picker(random)
  for (let at = 0; at < DECIDED; at++) {
    const [one, other, pinned] = utpids.slice(3 * at, 3 * at + 3)
    if (one === undefined || other === undefined || pinned === undefined) return
    await registry.merge(one, other, BY)
    await registry.pin(pinned, { category: pick(PINNED.categories), country: pick(PINNED.countries) }, BY)
  }
}

/** Returns the displayed fields of every active product, from its row. */
async function shownProducts(registry: Registry, storage: Storage): Promise<Map<string, Shown>> {
  const active = new Set<string>()
  for await (const { utpid } of registry.crosswalk()) active.add(utpid)
  const shown = new Map<string, Shown>()
  for await (const { id, goldenRecord: fields } of storedProducts(storage)) {
    const { category, country = UNKNOWN.country } = fields
    if (active.has(formatUtpid(id))) shown.set(formatUtpid(id), { category, country })
  }
  return shown
}

interface Filter {
  readonly options: SearchOptions
  readonly isShown: (shown: Shown) => boolean
}

/** Returns random filters on the values of displayed products. Frequent values are chosen more often. */
function randomFilters(products: readonly Shown[], random: () => number): Filter[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const pick = picker(random)
  return Array.from({ length: FILTERS }, (_, at): Filter => {
    const { category, country } = pick(products)
    const name = names.of(country)
    if (at % 4 === 0) return filterOf({ country })
    if (at % 4 === 1) return filterOf({ type: [category] })
    if (at % 4 === 2) return filterOf({ country, type: [category, pick(products).category] })
    // Skip texts with several meanings: a territory includes places of its state, and a text that is not a country names
    // many places.
    if (name === undefined || parseCountry(name) !== country || TERRITORY.test(country))
      return filterOf({ country: UNKNOWN.country, type: [category] })
    return { options: { destination: name }, isShown: (shown) => shown.country === country }
  })
}

function filterOf(options: { readonly country?: string; readonly type?: string[] }): Filter {
  const { country, type } = options
  return {
    options,
    isShown: (shown) =>
      (country === undefined || shown.country === country) && (type === undefined || type.includes(shown.category)),
  }
}

/**
 * Searches by word, country or both. Uses each facet value as a filter, and checks that the total equals the facet
 * count. An inexact count may be lower.
 */
async function checkFacets(
  registry: Registry,
  products: readonly Shown[],
  random: () => number,
): Promise<{ wrong: number; values: number; exact: number }> {
  const pick = picker(random)
  let [wrong, values, exact] = [0, 0, 0]
  for (let at = 0; at < COUNTED; at++) {
    const { country } = pick(products)
    const text = at % 3 === 0 ? '' : (COUNTED_TEXTS[at % COUNTED_TEXTS.length] as string)
    const options: SearchOptions = at % 3 === 1 ? {} : { country }
    const found = await registry.search(text, { fields: 'summary', ...options, facets: ['category', 'country'] })
    const isExact = found.facets?.exact === true
    const compare = async (products: number, narrowed: SearchOptions): Promise<void> => {
      const { total, exact: isTotal } = await registry.search(text, { fields: 'summary', ...options, ...narrowed })
      values++
      if (isExact) exact++
      if (isTotal && (isExact ? products !== total : products > total)) wrong++
    }
    for (const { value, products } of found.facets?.category ?? []) await compare(products, { type: value })
    for (const { value, products } of found.facets?.country ?? []) await compare(products, { country: value })
  }
  return { wrong, values, exact }
}

async function allFound(registry: Registry, options: SearchOptions): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await registry.search('', {
      fields: 'summary',
      ...options,
      limit: 100,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push(...page.products.map(({ utpid }) => utpid))
    cursor = page.next
    if (cursor === undefined) return found
  }
}
