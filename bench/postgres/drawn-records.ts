import { LIMITS, type Storage } from '@utpid/core'
import type { RecordRow } from '@utpid/core/storage'
import type { FeedRow } from '../feeds/feed-rows.ts'
import { seededRandom } from '../harness/seeded-random.ts'

const RECORD_ID_LIMIT = 2 ** 53
const PER_PAGE = 50

/** Draws records from the whole registry, in random order. */
export async function drawnRecords({ ledger }: Storage, count: number, seed: number): Promise<RecordRow[]> {
  const random = seededRandom(seed)
  const perPage = Math.min(PER_PAGE, LIMITS.rowsPerPage)
  const drawn = new Map<number, RecordRow>()
  for (let tries = 0; drawn.size < count && tries < count; tries++) {
    const page = await ledger.scanRecords(Math.floor(random() * RECORD_ID_LIMIT), perPage)
    for (const { row } of page) drawn.set(row.id, row)
  }
  return [...drawn.values()].slice(0, count)
}

/**
 * Returns inputs of a booking engine that does not know the supplier's code. Every second input also lacks coordinates.
 */
export function inputsOf(rows: readonly RecordRow[]): FeedRow[] {
  return rows.map(({ record }, at) => {
    const { supplier: _supplier, code: _code, identifiers: _identifiers, ...input } = record
    if (at % 2 === 0 || input.location === undefined) return input
    const { coordinates: _coordinates, ...location } = input.location
    return { ...input, location }
  })
}
