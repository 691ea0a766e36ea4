import { isKept } from '../../clustering/constraints/kept-product.ts'
import { Rulings } from '../../clustering/constraints/rulings.ts'
import { differentBetween, sameBetween } from '../../clustering/constraints/rulings-between.ts'
import type { WhyNot, WhyNotReason } from '../../model/why.ts'
import { decisionsNamed } from '../../storage/ledger/whole-ledger.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { onOneGeneration, requireRules } from '../context/served-generation.ts'
import { readRulings } from '../curate/rule-pairs.ts'
import type { KnownSide } from './asked-side.ts'
import { groupReasons } from './group-reasons.ts'
import { keepingOf, nameRulings, RULINGS_TOLD } from './keeping.ts'
import { keyFindings } from './key-reasons.ts'
import { pairReasons, profileReasons } from './pair-reasons.ts'
import { questionReasons } from './question-reasons.ts'
import { type Assessment, assess, told } from './why.ts'

/**
 * Explains why two sides are not one product: first the reason, then what else would have prevented it.
 *
 * @throws {@link RegistryError} `validation_failed`, `product_not_found`; `index_outdated`, `scoring_outdated`
 */
export function explainWhyNot(context: RegistryContext, a: unknown, b: unknown): Promise<WhyNot> {
  requireRules(context)
  return onOneGeneration(context, async (pinned) => {
    const assessment = await assess(pinned, a, b)
    const reasons = assessment.together ? [] : await reasonsApart(pinned, assessment)
    return { ...told(pinned, assessment), reasons }
  })
}

async function reasonsApart(context: RegistryContext, assessment: Assessment): Promise<WhyNotReason[]> {
  const { a, b, pair, evidence, alert } = assessment
  const gone = [...(await goneReasons(context, a, 'a')), ...(await goneReasons(context, b, 'b'))]
  const rulings = await rulingsAround(context, a, b)
  const ruled = await ruledReasons(context, a, b, rulings)
  if (pair === undefined || evidence === null) return [...gone, ...ruled]
  const { reasons: keys, cityOnly } = gone.length > 0 ? { reasons: [], cityOnly: [] } : await keyFindings(context, pair)
  const ofPair = pairReasons(context, pair, evidence, alert?.id ?? null)
  const profiles = profileReasons(pair)
  const known = [...gone, ...ruled, ...keys, ...ofPair]
  if (assessment.answer !== undefined) {
    const asked = questionReasons(context, assessment, assessment.answer, { found: keys.length === 0, cityOnly })
    // A known code decides before any comparison.
    const [first, rest] = asked[0]?.code === 'code_known' ? [asked.slice(0, 1), asked.slice(1)] : [[], asked]
    return [...gone, ...first, ...keys, ...ofPair, ...rest, ...profiles]
  }
  const kept = await keptReasons(context, a.product, b.product, rulings)
  if (gone.length > 0 || a.product === undefined || b.product === undefined) return [...known, ...kept, ...profiles]
  const groups = await groupReasons(context, pair, [a.product, b.product], keys.length === 0 && ofPair.length === 0)
  const reasons = [...known, ...kept, ...groups]
  return [...(reasons.length === 0 ? [{ code: 'joined_otherwise' } as const] : reasons), ...profiles]
}

async function goneReasons(
  { ledger, storage }: RegistryContext,
  known: KnownSide,
  side: 'a' | 'b',
): Promise<WhyNotReason[]> {
  const { lineage, product, side: asked } = known
  if (asked.kind === 'input' || product !== undefined) return []
  if (lineage?.status === 'deleted') {
    const decisions = await decisionsNamed(ledger, lineage.decisions ?? [], storage.place)
    const last = decisions.findLast((each) => each.kind === 'delete' && each.undoneBy === undefined)
    const deletion = last === undefined ? null : { by: last.by, at: last.at, change: last.change }
    return [{ code: 'gone', side, status: 'deleted', deletion }]
  }
  return [{ code: 'gone', side, status: asked.kind === 'record' ? 'ended' : 'retired', deletion: null }]
}

/** Returns the records of a side and of its product: a judgement on any of them counts for all. */
function recordsAround({ records, product }: KnownSide): RecordId[] {
  const asked = records.flatMap(({ stored }) => (stored === undefined ? [] : [stored.row.id]))
  return [...new Set([...asked, ...(product?.records ?? [])])]
}

async function rulingsAround({ ledger }: RegistryContext, a: KnownSide, b: KnownSide): Promise<Rulings> {
  return new Rulings(await readRulings(ledger, [...recordsAround(a), ...recordsAround(b)]))
}

async function ruledReasons(
  context: RegistryContext,
  a: KnownSide,
  b: KnownSide,
  rulings: Rulings,
): Promise<WhyNotReason[]> {
  const [left, right] = [a, b].map(({ records }) => records.flatMap(({ stored }) => stored?.row.id ?? [])) as [
    RecordId[],
    RecordId[],
  ]
  if (left.length === 0 || right.length === 0) return []
  const isAcross = (one: readonly RecordId[], other: readonly RecordId[]) => (row: { a: RecordId; b: RecordId }) =>
    (one.includes(row.a) && other.includes(row.b)) || (one.includes(row.b) && other.includes(row.a))
  const all = differentBetween(rulings, recordsAround(a), recordsAround(b))
  const direct = all.filter(isAcross(left, right))
  const told = (direct.length > 0 ? direct : all).toSorted((x, y) => x.change - y.change)
  const [first] = told
  if (first === undefined) return []
  // The judgement may be on other records that were judged the same as these.
  const through =
    direct.length > 0
      ? []
      : [left, right].flatMap((from) => [first.a, first.b].flatMap((end) => sameTo(rulings, from, end)))
  return [
    {
      code: 'ruled_different',
      direct: direct.length > 0,
      rulings: await nameRulings(context, told.slice(0, RULINGS_TOLD)),
      total: told.length,
      through: await nameRulings(context, [...new Set(through)].slice(0, RULINGS_TOLD)),
    },
  ]
}

function sameTo(rulings: Rulings, from: readonly RecordId[], end: RecordId): ReturnType<typeof sameBetween> {
  return from.includes(end) ? [] : sameBetween(rulings, from, [end])
}

async function keptReasons(
  context: RegistryContext,
  a: ProductRow | undefined,
  b: ProductRow | undefined,
  rulings: Rulings,
): Promise<WhyNotReason[]> {
  if (a === undefined || b === undefined || !isKept(a, rulings) || !isKept(b, rulings)) return []
  return [{ code: 'kept_apart', a: await keepingOf(context, a, rulings), b: await keepingOf(context, b, rulings) }]
}
