import { pairEvidence } from '../../matching/explain.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { PairEvidence } from '../../model/why.ts'
import type { PairScore } from '../../scoring/score-pair.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type ComparedRecord, type KnownSide, readRecords } from './asked-side.ts'

/** Above this many pairs, the oldest record of each side speaks for it. */
const PAIRS_SCORED = 10_000

/** Two records that are compared for their sides. */
export interface ComparedPair {
  readonly a: ComparedRecord
  readonly b: ComparedRecord
  readonly score: PairScore
}

/**
 * The records of two sides that are compared with each other. Where one side is part of the other, what is asked is how it
 * belongs to the rest.
 */
export async function distinctRecords(
  context: RegistryContext,
  a: KnownSide,
  b: KnownSide,
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
 * The pair of records that an open alert between the sides rests on, else the one that looks most alike. Of an input and a
 * product it is the record that vetoes the input, if any does, since a veto of any record counts.
 */
export function comparedPair(
  context: RegistryContext,
  left: readonly ComparedRecord[],
  right: readonly ComparedRecord[],
  alert: AlertRow | undefined,
): ComparedPair | undefined {
  return alertedPair(context, left, right, alert) ?? likestPair(context, left, right)
}

/** What asks a person is what is explained, also where other records score the same or share no key. */
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

function likestPair(
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

function idsOf({ records }: KnownSide): Set<RecordId | undefined> {
  return new Set(records.map(({ stored }) => stored?.row.id))
}

/** Every pair across; the first ones alone when there are too many. */
function* pairsOf<Item>(left: readonly Item[], right: readonly Item[]): Generator<readonly [Item, Item]> {
  const isMany = left.length * right.length > PAIRS_SCORED
  for (const a of isMany ? left.slice(0, 1) : left) for (const b of isMany ? right.slice(0, 1) : right) yield [a, b]
}

export function evidenceOf({ scorer }: RegistryContext, { a, b }: ComparedPair): PairEvidence {
  return pairEvidence(scorer, { ...a, code: codeOf(a) }, { ...b, code: codeOf(b) })
}

/** Null for an input. */
export function codeOf({ stored }: ComparedRecord): SupplierCode | null {
  return stored === undefined ? null : { supplier: stored.row.record.supplier, code: stored.row.record.code }
}
