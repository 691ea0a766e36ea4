import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type MatchResult, parseInput, type Registry } from '@utpid/core'
import type { RepairCode } from '@utpid/core/operations'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import type { FeedRow } from '../../feeds/feed-row.ts'
import { feedPath } from '../../feeds/paris-feeds.ts'
import { parisRows } from '../../feeds/paris-rows.ts'
import type { Part, PartResult } from '../../harness/part.ts'
import { barRow, plainRow, type Row } from '../../harness/row.ts'
import { FAULTS } from '../sets/broken-rows.ts'

const MIN_REPAIRED = 0.95
const MAX_FALSE = 0.001
const UNSEEN = ['tokyo-osm-2023', 'wikivoyage-travel-sample']
/** Repairs that need a matching product as proof, in addition to those proved by the record itself. */
const TRIED_REPAIRS: ReadonlySet<RepairCode> = new Set([
  'coordinates_swapped',
  'coordinates_sign_flipped',
  'coordinates_removed',
  'name_from_address',
  'postcode_zero_restored',
])

/**
 * Matches records of one supplier in a registry of the other suppliers' records, first unchanged, then with a typical
 * fault.
 */
export const repairsPart: Part = {
  name: 'repairs',
  needsData: true,
  run: async ({ data = '', say }): Promise<PartResult> => {
    const paris = await parisRows(data)
    const asked = paris.get('osm') ?? []
    const elsewhere = await rowsOf(data, 'singapore-hotels-2021')
    const registry = await registryOf(
      [...paris].flatMap(([source, rows]) => (source === 'osm' ? [] : rows)).concat(elsewhere),
    )
    say('repairs: clean records')
    const clean = [...asked, ...(await rowsOf(data, 'singapore-hotels-2022'))]
    const answers = await ask(registry, clean)
    const wrong = answers.filter((answer, at) => triedRepairs(answer, clean[at] as FeedRow) > 0).length
    const rows: Row[] = [
      plainRow('repairs.clean', 'repairs: clean records asked', clean.length, 'count'),
      barRow('repairs.false', '... with a repair that was tried', wrong / clean.length, 'fraction', ['<=', MAX_FALSE]),
      ...(await unseenRows(registry, data)),
    ]
    let [all, right] = [0, 0]
    for (const [number, { name, breakRow, isHopeless }] of FAULTS.entries()) {
      say(`repairs: ${name}`)
      const known = clean.flatMap((row, at) => {
        const { decision, utpid } = answers[at] as MatchResult
        const broken = decision === 'match' ? breakRow(row, elsewhere) : undefined
        return broken === undefined ? [] : [{ broken, utpid }]
      })
      const found = await ask(
        registry,
        known.map(({ broken }) => broken),
      )
      const same = found.filter(({ decision, utpid }, at) => decision === 'match' && utpid === known[at]?.utpid).length
      const other = found.filter(({ decision, utpid }, at) => decision === 'match' && utpid !== known[at]?.utpid).length
      if (isHopeless !== true) {
        all += known.length
        right += same
      }
      const id = `repairs.${number}`
      rows.push(
        plainRow(`${id}.records`, `${name}: records that match without it`, known.length, 'count'),
        plainRow(`${id}.matched`, '... match with it', known.length === 0 ? null : same / known.length, 'fraction'),
        plainRow(`${id}.wrong`, '... match another product', other, 'count'),
      )
    }
    rows.push(
      barRow('repairs.matched', 'records broken on purpose: repaired and matched', right / all, 'fraction', [
        '>=',
        MIN_REPAIRED,
      ]),
    )
    await registry.close()
    return { n: all, rows }
  },
}

/** Returns clean records of feeds that were not used for tuning. */
async function unseenRows(registry: Registry, data: string): Promise<Row[]> {
  const rows = (await Promise.all(UNSEEN.map((feed) => rowsOf(data, feed)))).flat()
  const answers = await ask(registry, rows)
  const wrong = answers.filter((answer, at) => triedRepairs(answer, rows[at] as FeedRow) > 0).length
  return [
    plainRow('repairs.unseen-clean', 'repairs: clean records of Tokyo and of a travel guide', rows.length, 'count'),
    barRow('repairs.unseen-false', '... with a repair that was tried', wrong / rows.length, 'fraction', [
      '<=',
      MAX_FALSE,
    ]),
  ]
}

async function registryOf(rows: readonly FeedRow[]): Promise<Registry> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await registry.import(rows)
  return registry
}

async function rowsOf(data: string, feed: string): Promise<FeedRow[]> {
  const rows: FeedRow[] = []
  for await (const item of readFeed(feedPath(data, feed))) if (!('error' in item)) rows.push(item.record)
  return rows
}

/** Matches the rows without their codes, so that only the content counts. */
function ask(registry: Registry, rows: readonly FeedRow[]): Promise<MatchResult[]> {
  return registry.mapBatch(
    rows.map(({ supplier: _, code: __, ...input }) => input),
    { limit: 1 },
  )
}

const gazetteer = loadGazetteer()

/** Returns the number of repairs in a result that the record alone did not need. */
function triedRepairs({ repairs }: MatchResult, { supplier: _, code: __, ...input }: FeedRow): number {
  const own = parseInput(input, { gazetteer }).repairs
  const count = (list: typeof repairs): number => list.filter(({ code }) => TRIED_REPAIRS.has(code)).length
  return count(repairs) - count(own)
}
