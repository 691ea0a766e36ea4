import { LIMITS } from '../../model/limits.ts'
import type { ExplainedCompetition, MatchResult } from '../../model/match.ts'
import type { JoiningLink, MatchExplanation, PairEvidence } from '../../model/match-explanation.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import { onOneGeneration, requireRules } from '../context/active-generation.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { judgementsOf } from '../curate/merge-products.ts'
import { answerInputs } from '../match/match-inputs.ts'
import {
  type ComparedPair,
  codeOf,
  comparedPair,
  distinctRecords,
  evidenceOf,
  withCompetition,
} from './compared-pair.ts'
import { pairCompetition } from './component-edges.ts'
import { curationReasonsOf } from './curation-reasons.ts'
import { joiningPath } from './joining-path.ts'
import { keyFindings } from './key-reasons.ts'
import { openAlertBetween } from './open-alert.ts'
import { pairReasons } from './pair-reasons.ts'
import { type ComparedRecord, type PairSide, readSide } from './pair-side.ts'

/** The findings about two items. */
export interface Assessment {
  readonly a: PairSide
  readonly b: PairSide
  readonly left: readonly ComparedRecord[]
  readonly right: readonly ComparedRecord[]
  readonly pair: ComparedPair | undefined
  readonly evidence: PairEvidence | null
  readonly together: boolean
  /** The open alert between the products of the two items. */
  readonly alert: AlertRow | undefined
  /** The match result of the input; present if exactly one item is an input. */
  readonly answer: MatchResult | undefined
}

/**
 * Explains why two items are one product.
 *
 * @throws {@link RegistryError} `validation_failed`, `product_not_found`; `index_outdated`, `model_outdated`
 */
export function explainMatch(context: RegistryContext, a: unknown, b: unknown): Promise<MatchExplanation> {
  requireRules(context)
  return onOneGeneration(context, async (pinned) => {
    const assessment = await assess(pinned, a, b)
    const { product } = assessment.a
    const isJoined = assessment.together && product !== undefined && assessment.b.product !== undefined
    const judgements = isJoined ? await judgementsOf(pinned, product.records) : undefined
    const [from, to] = [idsOf(assessment.left), idsOf(assessment.right)]
    const path =
      isJoined && judgements !== undefined && from.length > 0 && to.length > 0
        ? await joiningPath(pinned, product, from, to, judgements)
        : []
    return {
      ...pairSummary(pinned, assessment),
      path,
      weakest: weakestOf(path),
      curatedBy: isJoined && judgements !== undefined ? await curationReasonsOf(pinned, product, judgements) : [],
    }
  })
}

export async function assess(context: RegistryContext, askedA: unknown, askedB: unknown): Promise<Assessment> {
  const a = await readSide(context, askedA, 'a')
  const b = await readSide(context, askedB, 'b')
  const [left, right] = await distinctRecords(context, a, b)
  if ((a.input === undefined) === (b.input === undefined)) {
    const alert = await openAlertBetween(context, a.product, b.product)
    const known = { a, b, alert, ...(await compared(context, left, right, alert, undefined)) }
    const { pair, evidence } = known
    const together =
      a.input === undefined
        ? a.product !== undefined && a.product.id === b.product?.id
        : pair !== undefined && evidence !== null && (await wouldJoin(context, pair, evidence))
    return { ...known, together, answer: undefined }
  }
  const product = a.product ?? b.product
  const options = {
    limit: LIMITS.matchesPerResult,
    minConfidence: context.scorer.model.thresholds.review,
    explain: true,
  }
  const [answered] = await answerInputs(context, [a.input ?? b.input], options)
  const answer = answered?.result
  // Matching may have repaired the input, so this code compares the repaired input.
  const asAnswered = (records: readonly ComparedRecord[]): readonly ComparedRecord[] =>
    records.map((record) => {
      const question = answered?.question
      return question === undefined ? record : { ...record, content: question.input, features: question.features }
    })
  const known = {
    a,
    b,
    alert: undefined,
    ...(await compared(
      context,
      a.input === undefined ? left : asAnswered(left),
      b.input === undefined ? right : asAnswered(right),
      undefined,
      answer,
    )),
  }
  const linked = product === undefined ? null : context.format.format(product.id)
  return { ...known, answer, together: answer?.decision === 'match' && answer.utpid === linked }
}

async function compared(
  context: RegistryContext,
  left: readonly ComparedRecord[],
  right: readonly ComparedRecord[],
  alert: AlertRow | undefined,
  answer: MatchResult | undefined,
): Promise<Pick<Assessment, 'left' | 'right' | 'pair' | 'evidence'>> {
  const best = comparedPair(context, left, right, alert)
  if (best === undefined) return { left, right, pair: undefined, evidence: null }
  const competition = answer === undefined ? await pairCompetition(context, best) : competitionIn(answer, best)
  const pair = withCompetition(best, competition)
  return { left, right, pair, evidence: evidenceOf(context, pair, competition) }
}

/** Returns the standing of the compared record among the candidates of the input. */
function competitionIn({ matches }: MatchResult, { a, b }: ComparedPair): ExplainedCompetition | null {
  const code = codeOf(a) ?? codeOf(b)
  const explanation = matches.find(({ explanation }) => {
    const record = explanation?.record
    return record !== undefined && record.supplier === code?.supplier && record.code === code.code
  })?.explanation
  return explanation?.competition ?? null
}

/** Reports whether an empty registry would join two inputs, since neither input is in a registry. */
async function wouldJoin(context: RegistryContext, pair: ComparedPair, evidence: PairEvidence): Promise<boolean> {
  const { reasons } = await keyFindings(context, pair)
  return reasons.length === 0 && pairReasons(context, pair, evidence, null).length === 0
}

/** Returns the fields that the explanations of matches and non-matches share. */
export function pairSummary(
  { scorer }: RegistryContext,
  { a, b, together, evidence, answer }: Assessment,
): Pick<MatchExplanation, 'a' | 'b' | 'together' | 'pair' | 'repairs' | 'thresholds' | 'model'> {
  const { match, review, sameSupplierBits } = scorer.model.thresholds
  return {
    a: a.side,
    b: b.side,
    together,
    pair: evidence,
    repairs: answer?.repairs ?? [...a.repairs, ...b.repairs],
    thresholds: { match, review, sameSupplierBits },
    model: scorer.model.version,
  }
}

function weakestOf(path: readonly JoiningLink[]): JoiningLink | null {
  const bitsOf = (link: JoiningLink): number => ('weight' in link ? link.weight : Number.POSITIVE_INFINITY)
  return path.reduce<JoiningLink | null>(
    (weakest, link) => (weakest === null || bitsOf(link) < bitsOf(weakest) ? link : weakest),
    null,
  )
}

/** Returns the ids of active records. */
function idsOf(records: readonly ComparedRecord[]): RecordId[] {
  return records.flatMap(({ stored }) => (stored?.link === undefined ? [] : [stored.row.id]))
}
