import type { ProductId } from '../../model/utpid.ts'
import { confidenceOfWeight } from '../../scoring/match-weight.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { CompetingProduct } from './competing-product.ts'
import { type ConfirmCase, codeOfInput } from './confirm-case.ts'
import { hasPlace, isOtherCategory, isUnchanged, otherVersionOf, type RecordEvidence } from './record-evidence.ts'

/** The findings of the registry about one input. */
export interface Findings {
  readonly evidence: readonly RecordEvidence[]
  /** The evidence with the highest weight; undefined if the product has no record to compare. */
  readonly best: RecordEvidence | undefined
  /** The stored version of the record, if it belongs to the product. */
  readonly own: RecordEvidence | undefined
  /** True if the record repeats its stored version, which belongs to the product. */
  readonly unchanged: boolean
  /** The first record with a veto against the input; undefined without a veto. */
  readonly vetoing: RecordEvidence | undefined
  /** Records of the product under other codes of the input's supplier, which an import would not join. */
  readonly otherCodes: readonly RecordEvidence[]
  readonly otherCategory: boolean
  /** The parts of the input without which its content cannot prove a product. */
  readonly missing: readonly ('name' | 'place')[]
  /** The best other product. */
  readonly competing: CompetingProduct | undefined
  readonly holder: CodeHolder | undefined
}

/** Another product that has the supplier code of the input now. */
export interface CodeHolder {
  readonly productId: ProductId
  /** True if the input no longer fits the stored version. */
  readonly drifted: boolean
  /** The match weight of the input and the stored version in bits, without prior. */
  readonly weight: number
}

/**
 * Combines the comparisons of the input with the best other product.
 *
 * @param found - The best other product that the lookup found.
 */
export function findingsOf(
  confirmed: ConfirmCase,
  evidence: readonly RecordEvidence[],
  found: CompetingProduct | undefined,
  scorer: PairScorer,
): Findings {
  const { bare, input } = confirmed
  const own = evidence.find(({ isOwn }) => isOwn)
  const holder = holderOf(confirmed, scorer)
  return {
    evidence,
    best: heaviest(evidence),
    own,
    unchanged: own !== undefined && isUnchanged(input, own.record.stored.row.record),
    vetoing: evidence.find((each) => isVetoing(each, own, scorer)),
    otherCodes: otherCodesOf(confirmed, evidence, scorer),
    otherCategory: isOtherCategory(bare, evidence, scorer),
    missing: [...(bare.names.length === 0 ? (['name'] as const) : []), ...(hasPlace(bare) ? [] : (['place'] as const))],
    competing: strongerOf(found, holder),
    holder,
  }
}

function heaviest(evidence: readonly RecordEvidence[]): RecordEvidence | undefined {
  let best: RecordEvidence | undefined
  for (const each of evidence) if (best === undefined || each.weight > best.weight) best = each
  return best
}

/** Returns the other product that has the code of the input now. */
function holderOf({ own, isOwnOfProduct, bare }: ConfirmCase, scorer: PairScorer): CodeHolder | undefined {
  const link = own?.stored.link
  if (own === undefined || link === undefined || isOwnOfProduct) return undefined
  const { weight, drift } = otherVersionOf(bare, own, scorer)
  return { productId: link.productId, drifted: drift !== undefined, weight }
}

/** Returns the competing product with the higher weight. The product that has the code counts if the input still fits it. */
function strongerOf(found: CompetingProduct | undefined, holder: CodeHolder | undefined): CompetingProduct | undefined {
  if (holder === undefined || holder.drifted || (found !== undefined && found.weight >= holder.weight)) return found
  const { productId, weight } = holder
  const isLikelyDuplicate = found?.productId === productId && found.isLikelyDuplicate
  return { productId, weight, isLikelyDuplicate }
}

/**
 * Reports whether a record has a veto against the input. A veto does not count if the stored version of the input has it
 * too: then the product already contains that contradiction. The drift judges the stored version itself.
 */
function isVetoing(
  { isOwn, vetoed, bare }: RecordEvidence,
  own: RecordEvidence | undefined,
  scorer: PairScorer,
): boolean {
  if (isOwn || !vetoed) return false
  return own === undefined || own.drift !== undefined || !scorer.isVetoed(own.bare, bare)
}

/** Returns records under other codes of the supplier with fewer bits than two codes of one supplier need. */
function otherCodesOf(
  { input, features, isOwnOfProduct }: ConfirmCase,
  evidence: readonly RecordEvidence[],
  scorer: PairScorer,
): readonly RecordEvidence[] {
  const code = codeOfInput(input)
  if (code === undefined || isOwnOfProduct) return []
  const sameSupplierBits = scorer.sameSupplierBits(code.supplier)
  return evidence.filter(
    ({ record }) =>
      record.stored.row.record.supplier === code.supplier &&
      scorer.score(features, record.features).weight < sameSupplierBits,
  )
}

/** Reports whether another record of the product reaches `match`. */
export function isAgreeing({ weight, vetoed, isOwn }: RecordEvidence, { model }: PairScorer): boolean {
  return !isOwn && !vetoed && confidenceOfWeight(weight) >= model.thresholds.match
}

/** Reports whether a record of the product reaches `review`. */
export function isLikely({ best }: Findings, { model }: PairScorer): boolean {
  return best !== undefined && !best.vetoed && confidenceOfWeight(best.weight) >= model.thresholds.review
}
