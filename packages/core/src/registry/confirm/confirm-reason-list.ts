import { distanceInMeters } from '../../geo/distance.ts'
import type { ExplainedComparison } from '../../model/match.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { leadForMatch } from '../../scoring/competition.ts'
import { confidenceOfWeight, roundConfidence } from '../../scoring/match-weight.ts'
import { type LevelScore, type PairScorer, pairProfile } from '../../scoring/score-pair.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { withAssigned } from '../records/assigned-identifiers.ts'
import { type ConfirmCase, codeOfInput } from './confirm-case.ts'
import type { ConfirmReason } from './confirmation.ts'
import { type DecidedFit, probabilityOf } from './decide-fit.ts'
import { type Findings, isAgreeing } from './findings.ts'
import { isAgainstNameProof, isNameProof } from './name-proof.ts'
import type { RecordEvidence } from './record-evidence.ts'

const MAX_AGREEING = 10
const MAX_COSTLIEST = 3

/**
 * Returns the reasons of an answer. For `yes`, the supporting reasons come first, otherwise the contradicting reasons,
 * strongest first. Facts about the UTPID and the code follow.
 *
 * @param constraints - The reasons that follow from decisions of people.
 */
export function confirmReasons(
  context: RegistryContext,
  confirmed: ConfirmCase,
  findings: Findings,
  decided: DecidedFit,
  constraints: readonly ConfirmReason[],
): ConfirmReason[] {
  const supporting = supportingReasons(findings, context.scorer)
  const isProved = decided.fits === 'yes'
  const against = isProved ? driftReasons(findings) : contradictingReasons(context, confirmed, findings, decided)
  const below = isProved ? [] : bestReasons(context.scorer, confirmed, findings)
  const facts = factReasons(context, confirmed)
  return isProved
    ? [...supporting, ...against, ...holderReasons(context, findings), ...constraints, ...facts]
    : [...constraints, ...against, ...below, ...supporting, ...facts]
}

function supportingReasons({ own, unchanged, evidence }: Findings, scorer: PairScorer): ConfirmReason[] {
  const reasons: ConfirmReason[] = []
  if (own !== undefined && own.drift === undefined) {
    const record = codeOf(own)
    if (unchanged) reasons.push({ code: 'unchanged', record })
    else reasons.push({ code: 'record_kept', record, confidence: roundConfidence(confidenceOfWeight(own.weight)) })
  }
  const agreeing = evidence.filter((each) => isAgreeing(each, scorer))
  if (agreeing.length > 0) {
    const records = agreeing
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, MAX_AGREEING)
      .map((each) => ({ ...codeOf(each), confidence: roundConfidence(confidenceOfWeight(each.weight)) }))
    reasons.push({ code: 'records_agree', records, total: agreeing.length })
  }
  return reasons
}

function driftReasons({ own }: Findings): ConfirmReason[] {
  if (own?.drift === undefined) return []
  const { kind, confidence } = own.drift
  return [{ code: 'record_drifted', record: codeOf(own), kind, confidence: roundConfidence(confidence) }]
}

function holderReasons({ format }: RegistryContext, { holder }: Findings): ConfirmReason[] {
  if (holder === undefined) return []
  return [{ code: 'code_known', utpid: format.format(holder.productId), drifted: holder.drifted }]
}

function contradictingReasons(
  context: RegistryContext,
  confirmed: ConfirmCase,
  findings: Findings,
  { otherNameAndPlace }: DecidedFit,
): ConfirmReason[] {
  const { scorer } = context
  const { vetoing, otherCategory, otherCodes, missing, evidence } = findings
  const { input, bare, product, records } = confirmed
  const reasons = [...holderReasons(context, findings), ...driftReasons(findings)]
  if (otherCategory) {
    const category = product?.goldenRecord.category ?? records[0]?.stored.row.record.category ?? null
    reasons.push({ code: 'different_category', record: input.category ?? null, product: category })
  }
  if (otherNameAndPlace) reasons.push({ code: 'other_name_and_place', meters: distanceTo(bare.coordinates, evidence) })
  if (vetoing !== undefined) {
    const { vetoes } = scorer.model.profiles[pairProfile(bare, vetoing.bare)]
    const comparisons = comparisonsOf(scorer, confirmed, vetoing, (levels) =>
      levels.filter(({ comparison, level }) => vetoes[comparison.name]?.includes(level) === true),
    )
    reasons.push({ code: 'vetoed', record: codeOf(vetoing), comparisons })
  }
  reasons.push(...competingReasons(context, findings))
  if (otherCodes.length > 0) reasons.push({ code: 'other_code_of_supplier', codes: otherCodes.map(codeOf) })
  if (missing.length > 0) reasons.push({ code: 'missing_evidence', fields: missing })
  return reasons
}

/** Explains that another product is ahead, or less behind than an answer needs. */
function competingReasons(
  { scorer, format }: RegistryContext,
  { competing, best, unchanged }: Findings,
): ConfirmReason[] {
  if (competing === undefined || unchanged) return []
  const { thresholds } = scorer.model
  const needs = leadForMatch(thresholds)
  const utpid = format.format(competing.productId)
  const confidence = roundConfidence(confidenceOfWeight(competing.weight))
  if (best === undefined) return [{ code: 'other_product', utpid, confidence, bitsAhead: null }]
  const bitsAhead = hundredths(best.weight - competing.weight)
  if (bitsAhead <= -needs) return [{ code: 'other_product', utpid, confidence, bitsAhead: -bitsAhead }]
  if (probabilityOf(best.weight, competing.weight) >= thresholds.match) return []
  return [{ code: 'ambiguous', competingUtpid: utpid, bitsAhead, needs }]
}

/** Explains why the best record is not enough: its confidence is too low, or mostly due to the place. */
function bestReasons(scorer: PairScorer, confirmed: ConfirmCase, { best }: Findings): ConfirmReason[] {
  const { match } = scorer.model.thresholds
  if (best === undefined) {
    return [{ code: 'below_match', record: null, confidence: 0, threshold: match, costliest: [] }]
  }
  const confidence = confidenceOfWeight(best.weight)
  if (confidence >= match && !best.vetoed) {
    if (isNameProof(confirmed.bare, best.bare, scorer)) return []
    const comparisons = comparisonsOf(scorer, confirmed, best, (levels) => levels.filter(isAgainstNameProof))
    return [{ code: 'sibling_name', record: codeOf(best), comparisons }]
  }
  const costliest = comparisonsOf(scorer, confirmed, best, (levels) =>
    levels
      .filter(({ bits }) => bits < 0)
      .sort((a, b) => a.bits - b.bits)
      .slice(0, MAX_COSTLIEST),
  )
  return [
    { code: 'below_match', record: codeOf(best), confidence: roundConfidence(confidence), threshold: match, costliest },
  ]
}

function factReasons({ format }: RegistryContext, { requested, current, own, input }: ConfirmCase): ConfirmReason[] {
  const reasons: ConfirmReason[] = []
  if (requested.into !== undefined) {
    reasons.push({ code: 'merged', utpid: current.status === 'active' ? format.format(current.id) : null })
  }
  if (current.status === 'retired') reasons.push({ code: 'inactive', status: 'retired', deletion: null })
  const record = codeOfInput(input)
  if (record !== undefined && own === undefined) reasons.push({ code: 'code_unknown', record })
  return reasons
}

/**
 * Returns the chosen comparisons of the input, without supplier and code, with a record of the product. The values are
 * computed only for chosen comparisons, since some of them take longer than the whole score.
 */
function comparisonsOf(
  scorer: PairScorer,
  { input, bare }: ConfirmCase,
  { record, bare: stored }: RecordEvidence,
  choose: (levels: readonly LevelScore[]) => readonly LevelScore[],
): readonly ExplainedComparison[] {
  const { row } = record.stored
  const content = withAssigned(row.record, row.assigned)
  return choose(scorer.levels(bare, stored)).map(({ comparison, level, bits }) => ({
    name: comparison.name,
    level,
    bits,
    input: comparison.show(input) ?? null,
    record: comparison.show(content) ?? null,
  }))
}

function codeOf({ record }: RecordEvidence): SupplierCode {
  const { supplier, code } = record.stored.row.record
  return { supplier, code }
}

function distanceTo(from: ConfirmCase['bare']['coordinates'], evidence: readonly RecordEvidence[]): number | null {
  if (from === undefined) return null
  let least: number | null = null
  for (const { bare } of evidence) {
    if (bare.coordinates === undefined) continue
    const meters = Math.round(distanceInMeters(from, bare.coordinates))
    if (least === null || meters < least) least = meters
  }
  return least
}

function hundredths(bits: number): number {
  return Math.round(bits * 100) / 100 + 0
}
