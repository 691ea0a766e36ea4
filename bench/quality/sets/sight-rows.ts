import { distanceInMeters, parseInput } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import { type FeedRow, readRows, withoutCode } from '../../feeds/feed-rows.ts'
import { feedPath } from '../../feeds/paris.ts'
import { inMemory } from '../../feeds/registries.ts'
import { below, type Figure } from '../../harness/row.ts'

/** The fields of a sight for the simple comparison. */
interface Sight {
  /** Folded names, including other names. */
  readonly names: ReadonlySet<string>
  readonly coordinates: readonly [number, number] | undefined
}

const MAPPED_CITY = /^paris\b/i
/** A sight can be large, and its coordinates may be anywhere in it. */
const NAMESAKE_METERS = 500

/**
 * Matches sights of a travel guide with sights of a map. Without labels there is no precision and no F1. Counts the
 * match decisions, and how many sights with a namesake within 500 m are linked.
 */
export async function sightRows(data: string): Promise<Figure[]> {
  const known = await readRows(feedPath(data, 'paris-osm-attractions'))
  const guide = await readRows(feedPath(data, 'wikivoyage-travel-sample'))
  const asked = guide.filter(({ category, location }) => category !== 'hotel' && MAPPED_CITY.test(cityOf(location)))
  await using filled = await inMemory(known)
  const results = await filled.registry.mapBatch(asked.map(withoutCode), { limit: 1 })
  const sights = known.map(sightOf)
  const decided = (decision: string, of = results): number => of.filter((each) => each.decision === decision).length
  const namesakes = results.filter((_, at) => hasNamesake(sightOf(asked[at] as FeedRow), sights))
  return below('sights', [
    ['inputs', 'sights of Paris mapped onto another feed (no labels: no F1)', asked.length, 'count'],
    ['linked', '... linked', decided('match'), 'count'],
    ['reviewed', '... put before a person', decided('review'), 'count'],
    ['namesakes', '... that have a sight of one name within 500 m', namesakes.length, 'count'],
    ['namesakes-linked', '... of these linked', decided('match', namesakes), 'count'],
  ])
}

function cityOf(location: unknown): string {
  return String((location as { city?: unknown } | undefined)?.city ?? '')
}

function sightOf(row: FeedRow): Sight {
  const parsed = parseInput(row)
  if ('rejection' in parsed) return { names: new Set(), coordinates: undefined }
  const { name, altNames, location } = parsed.record
  const names = [name ?? '', ...(altNames ?? []).map((other) => other.name)].map(fold)
  return { names: new Set(names.filter((each) => each !== '')), coordinates: location?.coordinates }
}

function hasNamesake({ names, coordinates }: Sight, sights: readonly Sight[]): boolean {
  return sights.some(
    (other) =>
      coordinates !== undefined &&
      other.coordinates !== undefined &&
      [...names].some((name) => other.names.has(name)) &&
      distanceInMeters(coordinates, other.coordinates) <= NAMESAKE_METERS,
  )
}
