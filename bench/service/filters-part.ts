import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-folder'
import { createRegistry, LIMITS, parseCountry, type Registry, type SearchOptions, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import type { Part, PartContext, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { runUtpid } from '../harness/run-child.ts'
import { seededRandom, shuffled } from '../harness/seeded-random.ts'
import { ENVIRONMENT } from '../place/bench-environment.ts'
import { filledSchema, recordsOf } from '../place/filled.ts'

const RECORDS = 50_000
const FILTERS = 500
/** Number of products to merge, and of products whose category and country to pin. */
const DECIDED = 300
/** Number of searches whose facet counts are compared. Some of their words have similar words in the registry. */
const COUNTED = 60
const COUNTED_TEXTS = ['hotel', 'motel', 'hostel tower', 'royal palace', 'tour', 'grand hotel', 'apartment center']
const BY = { by: 'bench' }
const UNKNOWN = { category: 'other', country: 'ZZ' }
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
export const filtersPart: Part = {
  name: 'filters',
  needsData: false,
  run: async (context): Promise<PartResult> => {
    const records = recordsOf(context, RECORDS)
    const folder = mkdtempSync(join(tmpdir(), 'utpid-filters-'))
    try {
      const data = join(folder, 'registry')
      context.say('service: restoring the records into a folder')
      runUtpid(['restore', ENVIRONMENT.generated('export', records, context), '--data', data])
      const inFolder = await measured('folder', await openDurableStorage(data), context)
      const given = { ...context, options: { ...context.options, records: String(records) } }
      const inPostgres = await measured('postgres', await (await filledSchema(given)).open(CONNECTIONS), context)
      return { n: records, rows: [...inFolder, ...inPostgres] }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function measured(name: string, storage: Storage, { seed, say }: PartContext): Promise<Row[]> {
  const registry = await createRegistry({ storage, gazetteer: loadGazetteer() })
  try {
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
    const counted = await checkFacets(registry, products.values(), random)
    const id = `service.filters.${name}`
    return [
      barRow(id, `filter results whose shown value differs, ${filters.length} filters, ${name}`, differing, 'count', [
        '=',
        0,
      ]),
      barRow(`${id}.missing`, '... products that show the value and are not found', missing, 'count', ['=', 0]),
      plainRow(`${id}.results`, '... results', results, 'count'),
      barRow(`${id}.facets`, `... facet counts that differ from the filtered total, ${name}`, counted.wrong, 'count', [
        '=',
        0,
      ]),
      plainRow(`${id}.facets.values`, '... counts that were compared', counted.values, 'count'),
      plainRow(`${id}.facets.exact`, '... of them exact', counted.exact, 'count'),
    ]
  } finally {
    await registry.close()
  }
}

/** Merges random, different products, and pins random products to random values. */
async function decide(registry: Registry, utpids: readonly string[], random: () => number): Promise<void> {
  const [categories, countries] = [
    ['hotel', 'apartment_hotel', 'tour'],
    ['DE', 'FR', 'IE'],
  ]
  for (let at = 0; at < DECIDED; at++) {
    const [one, other, pinned] = utpids.slice(3 * at, 3 * at + 3)
    if (one === undefined || other === undefined || pinned === undefined) return
    await registry.merge(one, other, BY)
    const category = categories[Math.floor(random() * categories.length)]
    const country = countries[Math.floor(random() * countries.length)]
    await registry.pin(pinned, { category, country }, BY)
  }
}

/** Returns the displayed fields of every active product, from its row. */
async function shownProducts(registry: Registry, { ledger }: Storage): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>()
  const utpids = new Map<string, string>()
  for await (const { supplier, code, utpid } of registry.crosswalk()) utpids.set(`${supplier}\n${code}`, utpid)
  for (let after = -1; ; ) {
    const page = await ledger.scanProducts(after, LIMITS.rowsPerPage)
    const records = await ledger.getRecords(page.flatMap((row) => row.records.slice(0, 1)))
    for (const [at, row] of page.entries()) {
      const { supplier, code } = records[at]?.row.record ?? {}
      const utpid = utpids.get(`${supplier}\n${code}`)
      const { category, country = UNKNOWN.country } = row.shown
      if (utpid !== undefined) shown.set(utpid, { category, country })
      after = row.id
    }
    if (page.length < LIMITS.rowsPerPage) return shown
  }
}

interface Filter {
  readonly options: SearchOptions
  readonly isShown: (shown: Shown) => boolean
}

/** Returns random filters on the values of displayed products. Frequent values are chosen more often. */
function randomFilters(products: readonly Shown[], random: () => number): Filter[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const drawn = (): Shown => products[Math.floor(random() * products.length)] ?? UNKNOWN
  return Array.from({ length: FILTERS }, (_, at): Filter => {
    const { category, country } = drawn()
    const name = names.of(country)
    switch (at % 4) {
      case 0:
        return { options: { country }, isShown: (shown) => shown.country === country }
      case 1:
        return { options: { type: category }, isShown: (shown) => shown.category === category }
      case 2: {
        const types = [category, drawn().category]
        return {
          options: { type: types, country },
          isShown: (shown) => types.includes(shown.category) && shown.country === country,
        }
      }
      default:
        // Skip texts with several meanings: a territory includes places of its state, and a text that is not a country
        // names many places.
        return name === undefined || parseCountry(name) !== country || TERRITORY.test(country)
          ? {
              options: { country: UNKNOWN.country, type: category },
              isShown: (shown) => shown.country === UNKNOWN.country && shown.category === category,
            }
          : { options: { destination: name }, isShown: (shown) => shown.country === country }
    }
  })
}

/**
 * Searches by word, country or both. Uses each facet value as a filter, and checks that the total equals the facet
 * count. An inexact count may be lower.
 */
async function checkFacets(
  registry: Registry,
  products: Iterable<Shown>,
  random: () => number,
): Promise<{ wrong: number; values: number; exact: number }> {
  const shown = [...products]
  let [wrong, values, exact] = [0, 0, 0]
  for (let at = 0; at < COUNTED; at++) {
    const { country } = shown[Math.floor(random() * shown.length)] ?? UNKNOWN
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
