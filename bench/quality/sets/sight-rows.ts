import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, distanceInMeters, type MatchResult, parseInput } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import type { FeedRow } from '../../feeds/feed-row.ts'
import { feedPath } from '../../feeds/paris-feeds.ts'
import { plainRow, type Row } from '../../harness/row.ts'

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
export async function sightRows(data: string): Promise<Row[]> {
  const known = await rowsOf(feedPath(data, 'paris-osm-attractions'))
  const guide = await rowsOf(feedPath(data, 'wikivoyage-travel-sample'))
  const asked = guide.filter(({ category, location }) => category !== 'hotel' && MAPPED_CITY.test(cityOf(location)))
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await registry.import(known)
  const results = await registry.mapBatch(
    asked.map(({ supplier: _supplier, code: _code, ...input }) => input),
    { limit: 1 },
  )
  await registry.close()

  const sights = known.map(sightOf)
  const decided = (decision: string): number => results.filter((result) => result.decision === decision).length
  const namesakes = results.filter((_, at) => hasNamesake(sightOf(asked[at] as FeedRow), sights))
  const linked = namesakes.filter(({ decision }: MatchResult) => decision === 'match').length
  const id = (name: string): string => `profiles.sights.${name}`
  return [
    plainRow(id('inputs'), 'sights of Paris mapped onto another feed (no labels: no F1)', asked.length, 'count'),
    plainRow(id('linked'), '... linked', decided('match'), 'count'),
    plainRow(id('reviewed'), '... put before a person', decided('review'), 'count'),
    plainRow(id('namesakes'), '... that have a sight of one name within 500 m', namesakes.length, 'count'),
    plainRow(id('namesakes-linked'), '... of these linked', linked, 'count'),
  ]
}

async function rowsOf(file: string): Promise<FeedRow[]> {
  const rows: FeedRow[] = []
  for await (const item of readFeed(file)) {
    if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
    rows.push(item.record)
  }
  return rows
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
