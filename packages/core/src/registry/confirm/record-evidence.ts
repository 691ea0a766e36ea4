import { categoryComparison } from '../../comparison/aspects/category-comparison.ts'
import { type Kept, keptName } from '../../drift/kept-name.ts'
import { keptPlace } from '../../drift/kept-place.ts'
import { contentDrift, type RecordDrift, withoutOwnCode } from '../../drift/record-drift.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { MatchInput, SupplierRecord } from '../../model/supplier-record.ts'
import type { PairScore, PairScorer } from '../../scoring/score-pair.ts'
import type { ConfirmCase, KnownRecord } from './confirm-case.ts'

/** The comparison of the input with one record of the product, without supplier and code. */
export interface RecordEvidence {
  readonly record: KnownRecord
  /** The stored features without supplier and code. */
  readonly bare: RecordFeatures
  /** True for the stored version of the record itself. */
  readonly isOwn: boolean
  /**
   * The match weight in bits. For the stored version of the record itself, the weight excludes the prior: that prior
   * holds for candidates, and the two versions have one code.
   */
  readonly weight: number
  /** The match weight in bits that the record has as a candidate, with the prior. */
  readonly candidateWeight: number
  readonly vetoed: boolean
  /** The drift since the stored version; always undefined for other records. */
  readonly drift: RecordDrift | undefined
}

/** Compares the input with each record of the product. */
export function evidenceOf(
  { bare, records, own, isOwnOfProduct }: ConfirmCase,
  scorer: PairScorer,
): readonly RecordEvidence[] {
  return records.map((record) => {
    const isOwn = isOwnOfProduct && record === own
    const stored = withoutOwnCode(scorer.withHabits(record.features))
    const score = scorer.score(bare, stored)
    return {
      record,
      bare: stored,
      isOwn,
      weight: isOwn ? withoutPrior(score, bare, stored, scorer) : score.weight,
      candidateWeight: score.weight,
      vetoed: score.vetoed,
      drift: isOwn ? contentDrift(stored, bare, scorer) : undefined,
    }
  })
}

/** Compares the input with the stored version of its code, which another product has. */
export function otherVersionOf(
  bare: RecordFeatures,
  { features }: KnownRecord,
  scorer: PairScorer,
): Pick<RecordEvidence, 'weight' | 'drift'> {
  const stored = withoutOwnCode(scorer.withHabits(features))
  const weight = withoutPrior(scorer.score(bare, stored), bare, stored, scorer)
  return { weight, drift: contentDrift(stored, bare, scorer) }
}

function withoutPrior(
  { weight, vetoed }: PairScore,
  bare: RecordFeatures,
  stored: RecordFeatures,
  scorer: PairScorer,
): number {
  return vetoed ? weight : weight - scorer.priorOf(bare, stored)
}

/**
 * Reports whether the input repeats the name, the place and the phone number of its stored version. Fields that the
 * input lacks have no effect, but it must have a name and an address or coordinates.
 */
export function isUnchanged(input: MatchInput, stored: SupplierRecord): boolean {
  const { location: now } = input
  if (now === undefined || (now.coordinates === undefined && now.address === undefined)) return false
  const before = stored.location
  const coordinates = now.coordinates
  return (
    input.name === stored.name &&
    isSame(input.category, stored.category) &&
    isSame(input.phone, stored.phone) &&
    isSame(now.address, before?.address) &&
    isSame(now.city, before?.city) &&
    isSame(now.country, before?.country) &&
    isSame(now.postalCode, before?.postalCode) &&
    isSame(coordinates?.[0], before?.coordinates?.[0]) &&
    isSame(coordinates?.[1], before?.coordinates?.[1])
  )
}

function isSame<Value>(now: Value | undefined, before: Value | undefined): boolean {
  return now === undefined || now === before
}

/** The comparison of name and place with one record, without weights. */
export interface KeptParts {
  readonly name: Kept
  readonly place: Kept
}

/** Compares name and place of the input with one record of the product. */
export function keptParts(bare: RecordFeatures, { bare: stored }: RecordEvidence, scorer: PairScorer): KeptParts {
  return { name: keptName(stored, bare, scorer), place: keptPlace(stored, bare) }
}

/** Reports whether the categories of the input and of every record exclude each other. */
export function isOtherCategory(
  bare: RecordFeatures,
  evidence: readonly RecordEvidence[],
  { terms }: PairScorer,
): boolean {
  return (
    evidence.length > 0 &&
    evidence.every(({ bare: stored }) => categoryComparison.compare(stored, bare, terms.bits) === 'conflicting')
  )
}

/** Reports whether the features of an input contain anything about its place. */
export function hasPlace({
  coordinates,
  city,
  postcode,
  address,
  phone,
  web,
  transfer,
  identifiers,
}: RecordFeatures): boolean {
  const written = city ?? postcode ?? address ?? phone ?? transfer
  return coordinates !== undefined || written !== undefined || web?.shared === false || identifiers.length > 0
}
