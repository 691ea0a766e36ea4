import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDurableStorage } from '@utpid/adapter-memory/durable'
import {
  CATEGORIES,
  createRegistry,
  LIMITS,
  parseCountry,
  type Registry,
  type SearchOptions,
  type Storage,
} from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { PLACE } from '../postgres/bench-place.ts'
import { filledSchema, recordsOf } from '../postgres/filled.ts'
import type { Part, PartContext, PartResult } from '../report/part.ts'
import { barRow, plainRow, type Row } from '../report/row.ts'
import { runUtpid } from '../report/run-child.ts'
import { seededRandom, shuffled } from '../report/seeded-random.ts'

const RECORDS = 50_000
const FILTERS = 500
/** Products that people merge with another one, and products whose category and country they pin. */
const DECIDED = 300
const BY = { by: 'bench' }
const UNKNOWN = { category: 'other', country: 'ZZ' }
const CONNECTIONS = 4
/** Codes of territories whose suppliers also write that of the state. */
const TERRITORY =
  /^(AI|AS|AW|AX|BL|BM|BQ|CC|CK|CW|CX|FK|FO|GF|GG|GI|GL|GP|GU|HK|IM|JE|KY|MF|MO|MP|MQ|MS|NC|NF|NU|PF|PM|PR|RE|SH|SJ|SX|TC|TK|VG|VI|WF|YT)$/

/** What a product shows of what is filtered by. */
interface Shown {
  readonly category: string
  readonly country: string
}

/**
 * Searches by random filters of type, country and destination in a folder and in PostgreSQL, after people merged and pinned
 * products: whether each result shows the value, and each product that shows it is found.
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
      context.say('service: the records are restored into a folder')
      runUtpid(['restore', PLACE.generated('export', records, context), '--data', data])
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
    say(`service: people decide about ${3 * DECIDED} products, in ${name}`)
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
    const id = `service.filters.${name}`
    return [
      barRow(id, `filter results whose shown value differs, ${filters.length} filters, ${name}`, differing, 'count', [
        '=',
        0,
      ]),
      barRow(`${id}.missing`, '... products that show the value and are not found', missing, 'count', ['=', 0]),
      plainRow(`${id}.results`, '... results', results, 'count'),
    ]
  } finally {
    await registry.close()
  }
}

/** Random products become one, although they differ, and random ones are pinned at random values. */
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

/** Every active product, as its row says. */
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

/** Of the values that products show, each as often as products show it. */
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
        return { options: { type: category }, isShown: (shown) => isOfType(shown, category) }
      case 2: {
        const types = [category, drawn().category]
        return {
          options: { type: types, country },
          isShown: (shown) => types.some((type) => isOfType(shown, type)) && shown.country === country,
        }
      }
      default:
        // A territory stands for places of its state too, and what is read as no country is one of many places.
        return name === undefined || parseCountry(name) !== country || TERRITORY.test(country)
          ? {
              options: { country: UNKNOWN.country, type: category },
              isShown: (shown) => shown.country === UNKNOWN.country && isOfType(shown, category),
            }
          : { options: { destination: name }, isShown: (shown) => shown.country === country }
    }
  })
}

/** `activity` is a category, and as a type the profile of that name. */
function isOfType({ category }: Shown, type: string): boolean {
  return category === type || (type === 'activity' && profileOf.get(category) === type)
}
const profileOf: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ slug, profile }) => [slug, profile]))

async function allFound(registry: Registry, options: SearchOptions): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await registry.list('', { ...options, limit: 100, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.products.map(({ utpid }) => utpid))
    cursor = page.next
    if (cursor === undefined) return found
  }
}
