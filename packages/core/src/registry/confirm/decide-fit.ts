import type { RecordFeatures } from '../../features/record-features.ts'
import { leadForMatch } from '../../scoring/competition.ts'
import { confidenceOfWeight } from '../../scoring/match-weight.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import { VETO_CONFIDENCE } from '../../scoring/scoring-model.ts'
import { type Findings, isLikely } from './findings.ts'
import { isNameProof } from './name-proof.ts'
import { type KeptParts, keptParts } from './record-evidence.ts'

/** The answer that the findings allow. */
export interface DecidedFit {
  readonly fits: 'yes' | 'no' | 'unsure'
  /** The probability that the record is the product, 0 to 1. */
  readonly confidence: number
  /** True if every compared record has another name and another place. The code checks this only if none is likely. */
  readonly otherNameAndPlace: boolean
}

/**
 * Decides whether the record is the product.
 *
 * The answer is `yes` only if the content reaches `match`, with the best other product as the alternative. The code is
 * no evidence, and the stored version of the record counts only without drift. The place alone is not enough. The answer is `no` only if no record of
 * the product reaches `review`, and both name and place, the category or another product are against it. Suppliers
 * rename hotels and correct coordinates, so one of name and place may change.
 *
 * @param isRefused - True if a decision of a person excludes the product.
 */
export function decideFit(
  bare: RecordFeatures,
  findings: Findings,
  isRefused: boolean,
  scorer: PairScorer,
): DecidedFit {
  const { evidence, best, vetoing, unchanged, missing, competing } = findings
  const { match } = scorer.model.thresholds
  const likelihood = probabilityOf(best?.weight, unchanged ? undefined : competing?.weight)
  const confidence = vetoing === undefined || unchanged ? likelihood : Math.min(likelihood, VETO_CONFIDENCE)
  if (isRefused) return { fits: 'no', confidence, otherNameAndPlace: false }
  const isProved = unchanged ? missing.length === 0 && confidence >= match : provesProduct(bare, findings, scorer)
  if (isProved) return { fits: 'yes', confidence, otherNameAndPlace: false }
  if (isLikely(findings, scorer)) return { fits: 'unsure', confidence, otherNameAndPlace: false }

  const parts = evidence.map((each) => keptParts(bare, each, scorer))
  const otherNameAndPlace = parts.length > 0 && parts.every(({ name, place }) => name === 'other' && place === 'other')
  const isAgainst = otherNameAndPlace || findings.otherCategory || isClearlyOther(findings, parts, scorer)
  return { fits: isAgainst ? 'no' : 'unsure', confidence, otherNameAndPlace }
}

/** Reports whether nothing blocks the product, and a record reaches `match` by more than the place. */
function provesProduct(bare: RecordFeatures, findings: Findings, scorer: PairScorer): boolean {
  const { evidence, own, vetoing, holder, otherCodes, otherCategory, missing, competing } = findings
  const isBlocked = vetoing !== undefined || own?.drift?.kind === 'reuse' || holder?.drifted === false || otherCategory
  if (isBlocked || otherCodes.length > 0 || missing.length > 0) return false
  const { match } = scorer.model.thresholds
  return evidence.some(
    ({ weight, drift, bare: stored }) =>
      drift === undefined && probabilityOf(weight, competing?.weight) >= match && isNameProof(bare, stored, scorer),
  )
}

/**
 * Returns the probability that the input is a product, if it may also be a competing product or neither of them. The
 * odds follow from the match weights, see `confidenceOfWeight`.
 *
 * @param weight - The match weight of the product in bits; undefined if nothing was compared.
 * @param competing - The match weight of the competing product in bits; undefined without a competing product.
 */
export function probabilityOf(weight: number | undefined, competing: number | undefined): number {
  if (weight === undefined || weight === Number.NEGATIVE_INFINITY) return 0
  return 1 / (1 + 2 ** -weight + (competing === undefined ? 0 : 2 ** (competing - weight)))
}

/**
 * Reports whether another product clearly is the record. The other product must not be a likely duplicate, and the place
 * must have changed: a renamed hotel may be in the registry a second time. The place has no effect if the other product has
 * the code.
 */
function isClearlyOther(
  { competing, holder, best }: Findings,
  parts: readonly KeptParts[],
  { model }: PairScorer,
): boolean {
  const { match } = model.thresholds
  if (competing === undefined || competing.isLikelyDuplicate || confidenceOfWeight(competing.weight) < match)
    return false
  if (best !== undefined && competing.weight - best.weight < leadForMatch(model.thresholds)) return false
  if (holder?.drifted === false && holder.productId === competing.productId) return true
  return parts.every(({ place }) => place !== 'kept')
}
