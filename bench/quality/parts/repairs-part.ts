import { type MatchResult, parseInput, type Registry } from '@utpid/core'
import type { RepairCode } from '@utpid/core/operations'
import { loadGazetteer } from '@utpid/gazetteer'
import { type FeedRow, readRows, withoutCode } from '../../feeds/feed-rows.ts'
import { feedPath, parisRows } from '../../feeds/paris.ts'
import { inMemory } from '../../feeds/registries.ts'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { FAULTS } from '../sets/broken-rows.ts'

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
export const repairsPart = dataPart('repairs', async ({ data, say }) => {
  const paris = await parisRows(data)
  const asked = paris.get('osm') ?? []
  const elsewhere = await rowsOf(data, 'singapore-hotels-2021')
  const others = [...paris].flatMap(([source, rows]) => (source === 'osm' ? [] : rows))
  await using filled = await inMemory([...others, ...elsewhere])
  const { registry } = filled
  say('repairs: clean records')
  const clean = [...asked, ...(await rowsOf(data, 'singapore-hotels-2022'))]
  const answers = await ask(registry, clean)
  const unseen = (await Promise.all(UNSEEN.map((feed) => rowsOf(data, feed)))).flat()
  const falseUnseen = falseShare(await ask(registry, unseen), unseen)
  const rows: Figure[] = [
    ['clean', 'repairs: clean records asked', clean.length, 'count'],
    ['false', '... with a repair that was tried', falseShare(answers, clean), 'fraction', `<= ${MAX_FALSE}`],
    ['unseen-clean', 'repairs: clean records of Tokyo and of a travel guide', unseen.length, 'count'],
    ['unseen-false', '... with a repair that was tried', falseUnseen, 'fraction', `<= ${MAX_FALSE}`],
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
    const matched = found.filter(({ decision }) => decision === 'match').length
    const same = found.filter(({ decision, utpid }, at) => decision === 'match' && utpid === known[at]?.utpid).length
    if (isHopeless !== true) {
      all += known.length
      right += same
    }
    const share = known.length === 0 ? null : same / known.length
    rows.push(
      [`${number}.records`, `${name}: records that match without it`, known.length, 'count'],
      [`${number}.matched`, '... match with it', share, 'fraction'],
      [`${number}.wrong`, '... match another product', matched - same, 'count'],
    )
  }
  rows.push(['matched', 'records broken on purpose: repaired and matched', right / all, 'fraction', '>= 0.95'])
  return { n: all, rows: below('repairs', rows) }
})

function rowsOf(data: string, feed: string): Promise<FeedRow[]> {
  return readRows(feedPath(data, feed), { skips: true })
}

/** Matches the rows without their codes, so that only the content counts. */
function ask(registry: Registry, rows: readonly FeedRow[]): Promise<MatchResult[]> {
  return registry.mapBatch(rows.map(withoutCode), { limit: 1 })
}

/** Returns the share of clean rows with a repair that the record alone did not need. */
function falseShare(answers: readonly MatchResult[], rows: readonly FeedRow[]): number {
  const wrong = answers.filter(({ repairs }, at) => {
    const own = parseInput(withoutCode(rows[at] as FeedRow), { gazetteer: loadGazetteer() }).repairs
    return triedRepairs(repairs) > triedRepairs(own)
  })
  return wrong.length / rows.length
}

function triedRepairs(repairs: MatchResult['repairs']): number {
  return repairs.filter(({ code }) => TRIED_REPAIRS.has(code)).length
}
