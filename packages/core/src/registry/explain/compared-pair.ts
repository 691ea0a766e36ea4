import { pairEvidence } from '../../matching/explain.ts'
import type { ExplainedCompetition } from '../../model/match.ts'
import type { PairEvidence } from '../../model/match-explanation.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { confidenceOfWeight } from '../../scoring/match-weight.ts'
import type { PairScore } from '../../scoring/score-pair.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type ComparedRecord, type PairSide, readRecords } from './pair-side.ts'

/** The maximum number of pairs to score. Above this number, only the oldest record of each product is compared. */
const MAX_SCORED_PAIRS = 10_000

/** Two records, each of which represents one item of the explanation. */
export interface ComparedPair {
  readonly a: ComparedRecord
  readonly b: ComparedRecord
  readonly score: PairScore
}

/**
 * Returns the records to compare for each item. If one item is part of the other, the larger item contributes only its
 * remaining records. This comparison explains why the part belongs to the larger item.
 */
export async function distinctRecords(
  context: RegistryContext,
  a: PairSide,
  b: PairSide,
): Promise<readonly [readonly ComparedRecord[], readonly ComparedRecord[]]> {
  if (a.input !== undefined || b.input !== undefined) return [a.records, b.records]
  const [left, right] = [idsOf(a), idsOf(b)]
  const [part, whole] = left.size <= right.size ? [left, right] : [right, left]
  if (![...part].some((id) => whole.has(id))) return [a.records, b.records]
  const product = (part === left ? b : a).product
  const rest = await readRecords(
    context,
    (product?.records ?? []).filter((id) => !part.has(id)),
  )
  return part === left ? [a.records, rest] : [rest, b.records]
}

/**
 * Returns the pair of records to compare. Prefers the pair of an open alert between the two items, then the pair with
 * the highest weight. For an input and a likely product, prefers a record with a veto, since one veto counts for the
 * whole product.
 */
export function comparedPair(
  context: RegistryContext,
  left: readonly ComparedRecord[],
  right: readonly ComparedRecord[],
  alert: AlertRow | undefined,
): ComparedPair | undefined {
  return alertedPair(context, left, right, alert) ?? bestPair(context, left, right)
}

/**
 * Returns the pair of the alert. The pair counts even if other pairs have the same score or the two records share no
 * key.
 */
function alertedPair(
  { scorer }: RegistryContext,
  left: readonly ComparedRecord[],
  right: readonly ComparedRecord[],
  alert: AlertRow | undefined,
): ComparedPair | undefined {
  const ofAlert = ({ stored }: ComparedRecord): boolean =>
    stored !== undefined && alert?.records.includes(stored.row.id) === true
  const [a, b] = [left.find(ofAlert), right.find(ofAlert)]
  return a === undefined || b === undefined ? undefined : { a, b, score: scorer.score(a.features, b.features) }
}

function bestPair(
  { scorer }: RegistryContext,
  left: readonly ComparedRecord[],
  right: readonly ComparedRecord[],
): ComparedPair | undefined {
  let best: ComparedPair | undefined
  let vetoing: ComparedPair | undefined
  for (const [a, b] of pairsOf(left, right)) {
    const pair = { a, b, score: scorer.score(a.features, b.features) }
    if (best === undefined || pair.score.weight > best.score.weight) best = pair
    if (pair.score.vetoed) vetoing ??= pair
  }
  const isInput = [...left, ...right].some(({ stored }) => stored === undefined)
  const isLikely = best !== undefined && best.score.confidence >= scorer.model.thresholds.review
  return isInput && isLikely && vetoing !== undefined ? vetoing : best
}

function idsOf({ records }: PairSide): Set<RecordId | undefined> {
  return new Set(records.map(({ stored }) => stored?.row.id))
}

/**
 * Yields every pair of a left and a right item. If there are too many pairs, yields only the pair of the two first
 * items.
 */
function* pairsOf<Item>(left: readonly Item[], right: readonly Item[]): Generator<readonly [Item, Item]> {
  const isMany = left.length * right.length > MAX_SCORED_PAIRS
  for (const a of isMany ? left.slice(0, 1) : left) for (const b of isMany ? right.slice(0, 1) : right) yield [a, b]
}

/** Returns the evidence of a pair. The score of the pair includes the bits of its competition. */
export function evidenceOf(
  { scorer }: RegistryContext,
  { a, b }: ComparedPair,
  competition: ExplainedCompetition | null,
): PairEvidence {
  return pairEvidence(scorer, { ...a, code: codeOf(a) }, { ...b, code: codeOf(b) }, competition)
}

/** Returns the pair with the bits of its competition in the score. */
export function withCompetition(pair: ComparedPair, competition: ExplainedCompetition | null): ComparedPair {
  if (competition === null) return pair
  const weight = Math.round((pair.score.weight + competition.bits) * 100) / 100
  return { ...pair, score: { ...pair.score, weight, confidence: confidenceOfWeight(weight) } }
}

/** Returns the code of a record; null for an input. */
export function codeOf({ stored }: ComparedRecord): SupplierCode | null {
  return stored === undefined ? null : { supplier: stored.row.record.supplier, code: stored.row.record.code }
}
