import type { SupplierHabits } from '../../model/term-frequency-count.ts'
import { confidenceOfWeight } from '../../scoring/match-weight.ts'
import { bitsOfSeveral, MIN_SEVERAL_CODES } from '../../scoring/supplier-habits.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type SampledSupplier, sampleSuppliers } from './sample-suppliers.ts'

/** The minimum number of records of a supplier. */
const MIN_RECORDS = 100
/** The share with which the estimate starts. */
const FIRST_SHARE = 0.5
const ROUNDS = 30
/** The minimum number of distances between two suppliers. */
const MIN_DISTANCES = 50
/** The share of the distances that an error covers. */
const COVERED = 0.9
/** Errors below this are usual: the pins of two suppliers on one building. */
const MIN_ERROR_METERS = 150
const MAX_ERROR_METERS = 2_000

/**
 * Learns the habits of suppliers from the stored edges, without labels.
 *
 * @returns The habits that differ from the usual ones, by supplier in order of their ids.
 */
export async function learnHabits(context: RegistryContext): Promise<Record<string, SupplierHabits>> {
  const sampled = await sampleSuppliers(context)
  const habits: Record<string, SupplierHabits> = {}
  for (const [supplier, found] of [...sampled].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (found.records < MIN_RECORDS) continue
    const severalCodes = shareOfSeveral(found)
    const coordinateErrorMeters = coordinateError(found)
    if (severalCodes < MIN_SEVERAL_CODES && coordinateErrorMeters === 0) continue
    habits[supplier] = {
      records: found.records,
      severalCodes: Math.round(severalCodes * 1_000) / 1_000,
      coordinateErrorMeters,
    }
  }
  return habits
}

/**
 * Returns the share of records with another code for their product, by expectation-maximisation (Dempster, Laird and
 * Rubin, 1977): the share decides how likely two codes are one product, and the sum of these probabilities is the next
 * share.
 */
export function shareOfSeveral({ records, ownContents }: Pick<SampledSupplier, 'records' | 'ownContents'>): number {
  let share = FIRST_SHARE
  for (let round = 0; round < ROUNDS; round++) {
    const bits = bitsOfSeveral(share)
    let expected = 0
    for (const content of ownContents) expected += confidenceOfWeight(content + bits)
    share = expected / records
  }
  return share
}

/**
 * Returns the error of a supplier's coordinates in metres; 0 if it is usual. The distance to another supplier has the
 * errors of both, so the supplier with the least distances shows the supplier's own error best.
 */
export function coordinateError({ distances }: Pick<SampledSupplier, 'distances'>): number {
  let least = Number.POSITIVE_INFINITY
  for (const list of distances.values()) {
    if (list.length < MIN_DISTANCES) continue
    const sorted = list.toSorted((a, b) => a - b)
    least = Math.min(least, sorted[Math.floor(sorted.length * COVERED)] as number)
  }
  if (least < MIN_ERROR_METERS || least === Number.POSITIVE_INFINITY) return 0
  return Math.min(MAX_ERROR_METERS, Math.round(least))
}
