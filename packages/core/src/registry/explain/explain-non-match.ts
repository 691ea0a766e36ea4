import { isCurated } from '../../clustering/constraints/curated-product.ts'
import { Judgements } from '../../clustering/constraints/judgements.ts'
import { differentBetween, sameBetween } from '../../clustering/constraints/judgements-between.ts'
import type { NonMatchExplanation, NonMatchReason } from '../../model/match-explanation.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import { onOneGeneration, requireRules } from '../context/active-generation.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { readJudgements } from '../curate/judge-pairs.ts'
import { clusterReasons } from './cluster-reasons.ts'
import { curationReasonsOf, MAX_JUDGEMENTS, nameJudgements } from './curation-reasons.ts'
import { deletionOf } from './deletion-of.ts'
import { type Assessment, assess, pairSummary } from './explain-match.ts'
import { keyFindings } from './key-reasons.ts'
import { pairReasons, profileReasons } from './pair-reasons.ts'
import type { PairSide } from './pair-side.ts'
import { queryReasons } from './query-reasons.ts'

/**
 * Explains why two items are not one product. The first reason caused the non-match. Each later reason would also have
 * prevented a match.
 *
 * @throws {@link RegistryError} `validation_failed`, `product_not_found`; `index_outdated`, `model_outdated`
 */
export function explainNonMatch(context: RegistryContext, a: unknown, b: unknown): Promise<NonMatchExplanation> {
  requireRules(context)
  return onOneGeneration(context, async (pinned) => {
    const assessment = await assess(pinned, a, b)
    const reasons = assessment.together ? [] : await reasonsApart(pinned, assessment)
    return { ...pairSummary(pinned, assessment), reasons }
  })
}

async function reasonsApart(context: RegistryContext, assessment: Assessment): Promise<NonMatchReason[]> {
  const { a, b, pair, evidence, alert } = assessment
  const inactive = [...(await inactiveReasons(context, a, 'a')), ...(await inactiveReasons(context, b, 'b'))]
  const judgements = await judgementsAround(context, a, b)
  const judged = await judgementReasons(context, a, b, judgements)
  if (pair === undefined || evidence === null) return [...inactive, ...judged]
  const { reasons: keys, cityOnly } =
    inactive.length > 0 ? { reasons: [], cityOnly: [] } : await keyFindings(context, pair)
  const ofPair = pairReasons(context, pair, evidence, alert?.id ?? null)
  const profiles = profileReasons(pair)
  const known = [...inactive, ...judged, ...keys, ...ofPair]
  if (assessment.answer !== undefined) {
    const asked = queryReasons(context, assessment, assessment.answer, { found: keys.length === 0, cityOnly })
    // If the supplier code exists, the code decides before any comparison.
    const [first, rest] = asked[0]?.code === 'code_known' ? [asked.slice(0, 1), asked.slice(1)] : [[], asked]
    return [...inactive, ...first, ...keys, ...ofPair, ...rest, ...profiles]
  }
  const kept = await curatedReasons(context, a.product, b.product, judgements)
  if (inactive.length > 0 || a.product === undefined || b.product === undefined) return [...known, ...kept, ...profiles]
  const groups = await clusterReasons(context, pair, [a.product, b.product], keys.length === 0 && ofPair.length === 0)
  const reasons = [...known, ...kept, ...groups]
  return [...(reasons.length === 0 ? [{ code: 'not_merged_yet' } as const] : reasons), ...profiles]
}

async function inactiveReasons(context: RegistryContext, known: PairSide, side: 'a' | 'b'): Promise<NonMatchReason[]> {
  const { lineage, product, side: asked } = known
  if (asked.kind === 'input' || product !== undefined) return []
  if (lineage?.status === 'deleted') {
    return [{ code: 'inactive', side, status: 'deleted', deletion: await deletionOf(context, lineage) }]
  }
  return [{ code: 'inactive', side, status: asked.kind === 'record' ? 'inactive' : 'retired', deletion: null }]
}

/** Returns the records of an item and of its product, since a judgement about one record counts for all of them. */
function recordsAround({ records, product }: PairSide): RecordId[] {
  const asked = records.flatMap(({ stored }) => (stored === undefined ? [] : [stored.row.id]))
  return [...new Set([...asked, ...(product?.records ?? [])])]
}

async function judgementsAround({ ledger }: RegistryContext, a: PairSide, b: PairSide): Promise<Judgements> {
  return new Judgements(await readJudgements(ledger, [...recordsAround(a), ...recordsAround(b)]))
}

async function judgementReasons(
  context: RegistryContext,
  a: PairSide,
  b: PairSide,
  judgements: Judgements,
): Promise<NonMatchReason[]> {
  const [left, right] = [a, b].map(({ records }) => records.flatMap(({ stored }) => stored?.row.id ?? [])) as [
    RecordId[],
    RecordId[],
  ]
  if (left.length === 0 || right.length === 0) return []
  const isAcross = (one: readonly RecordId[], other: readonly RecordId[]) => (row: { a: RecordId; b: RecordId }) =>
    (one.includes(row.a) && other.includes(row.b)) || (one.includes(row.b) && other.includes(row.a))
  const all = differentBetween(judgements, recordsAround(a), recordsAround(b))
  const direct = all.filter(isAcross(left, right))
  const contradicting = (direct.length > 0 ? direct : all).toSorted((x, y) => x.change - y.change)
  const [first] = contradicting
  if (first === undefined) return []
  // The judgement may be about other records, which were judged the same as the requested records.
  const through =
    direct.length > 0
      ? []
      : [left, right].flatMap((from) => [first.a, first.b].flatMap((end) => sameTo(judgements, from, end)))
  return [
    {
      code: 'judged_different',
      direct: direct.length > 0,
      judgements: await nameJudgements(context, contradicting.slice(0, MAX_JUDGEMENTS)),
      total: contradicting.length,
      through: await nameJudgements(context, [...new Set(through)].slice(0, MAX_JUDGEMENTS)),
    },
  ]
}

function sameTo(judgements: Judgements, from: readonly RecordId[], end: RecordId): ReturnType<typeof sameBetween> {
  return from.includes(end) ? [] : sameBetween(judgements, from, [end])
}

async function curatedReasons(
  context: RegistryContext,
  a: ProductRow | undefined,
  b: ProductRow | undefined,
  judgements: Judgements,
): Promise<NonMatchReason[]> {
  if (a === undefined || b === undefined || !isCurated(a, judgements) || !isCurated(b, judgements)) return []
  return [
    {
      code: 'curated_apart',
      a: await curationReasonsOf(context, a, judgements),
      b: await curationReasonsOf(context, b, judgements),
    },
  ]
}
