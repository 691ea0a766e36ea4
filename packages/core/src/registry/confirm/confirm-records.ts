import { Judgements } from '../../clustering/constraints/judgements.ts'
import { differentBetween } from '../../clustering/constraints/judgements-between.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import { roundConfidence } from '../../scoring/match-weight.ts'
import { onOneGeneration, requireRules } from '../context/active-generation.ts'
import { describe } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { readJudgements } from '../curate/judge-pairs.ts'
import { MAX_JUDGEMENTS, nameJudgements } from '../explain/curation-reasons.ts'
import { deletionOf } from '../explain/deletion-of.ts'
import { type CompetingProduct, findCompetingProducts } from './competing-product.ts'
import { type ConfirmCase, readCases, refOf } from './confirm-case.ts'
import { confirmReasons } from './confirm-reason-list.ts'
import type { Confirmation, ConfirmInput, ConfirmReason, UnconfirmedInput } from './confirmation.ts'
import { decideFit } from './decide-fit.ts'
import { findingsOf } from './findings.ts'
import { evidenceOf, isUnchanged, otherVersionOf } from './record-evidence.ts'

/**
 * Answers whether a record, as its supplier gives it now, still is a product. The call writes nothing.
 *
 * @throws {@link RegistryError} `validation_failed`, `product_not_found`; `index_outdated`, `model_outdated`
 */
export async function confirmRecord(context: RegistryContext, record: unknown, utpid: string): Promise<Confirmation> {
  const [outcome] = await confirmInputs(context, [{ record, utpid }])
  if (outcome instanceof RegistryError) throw outcome
  return outcome as Confirmation
}

/**
 * Answers up to `LIMITS.confirmationsPerBatch` inputs independently, in input order.
 *
 * @throws {@link RegistryError} `batch_too_large`; `validation_failed` if the inputs are not a list of objects;
 *   `index_outdated`, `model_outdated`
 */
export async function confirmBatch(
  context: RegistryContext,
  inputs: readonly ConfirmInput[],
): Promise<(Confirmation | UnconfirmedInput)[]> {
  if (!Array.isArray(inputs)) throw validationError('confirmBatch takes an array of { record, utpid }.')
  if (inputs.length > LIMITS.confirmationsPerBatch) {
    throw new RegistryError(
      'batch_too_large',
      `The batch has ${inputs.length} inputs; the maximum is ${LIMITS.confirmationsPerBatch}. Send it in parts.`,
    )
  }
  for (const [at, each] of inputs.entries()) {
    if (typeof each === 'object' && each !== null) continue
    throw validationError(`inputs[${at}] must be { record, utpid }; this is ${describe(each)}.`)
  }
  const outcomes = await confirmInputs(context, inputs)
  return outcomes.map((outcome, at): Confirmation | UnconfirmedInput => {
    if (!(outcome instanceof RegistryError)) return outcome
    const { code, message } = outcome
    return { ref: refOf(inputs[at]?.record), fits: null, error: { code, message } }
  })
}

function confirmInputs(
  context: RegistryContext,
  inputs: readonly ConfirmInput[],
): Promise<(Confirmation | RegistryError)[]> {
  requireRules(context)
  return onOneGeneration(context, async (pinned) => {
    const cases = await readCases(pinned, inputs)
    const compared = cases
      .filter((each): each is ConfirmCase => !(each instanceof RegistryError))
      .map((confirmed) => ({ confirmed, evidence: evidenceOf(confirmed, pinned.scorer) }))
    // An unchanged record needs no other product for comparison, so most calls need no lookup.
    const open = compared.filter(({ confirmed }) => !isRepeated(confirmed))
    const found = await findCompetingProducts(pinned, open)
    const competingOf = new Map(open.map(({ confirmed }, at) => [confirmed, found[at]]))
    const answers = await Promise.all(
      compared.map((each) => answerOf(pinned, each.confirmed, each.evidence, competingOf.get(each.confirmed))),
    )
    let next = 0
    return cases.map((each) => (each instanceof RegistryError ? each : (answers[next++] as Confirmation)))
  })
}

function isRepeated({ isOwnOfProduct, own, input }: ConfirmCase): boolean {
  return isOwnOfProduct && own !== undefined && isUnchanged(input, own.stored.row.record)
}

async function answerOf(
  context: RegistryContext,
  confirmed: ConfirmCase,
  evidence: ReturnType<typeof evidenceOf>,
  competing: CompetingProduct | undefined,
): Promise<Confirmation> {
  const { scorer, format } = context
  const { input, repairs, bare, requested, current, product, records } = confirmed
  const constraints = await constraintsOf(context, confirmed)
  const findings = findingsOf(confirmed, evidence, competing, scorer)
  const decided = decideFit(bare, findings, constraints.length > 0, scorer)
  const { match, review } = scorer.model.thresholds
  return {
    ref: input.ref ?? null,
    fits: decided.fits,
    confidence: roundConfidence(decided.confidence),
    reasons: confirmReasons(context, confirmed, findings, decided, constraints),
    requested: format.format(requested.id),
    status: requested.status === 'merged' && current.status !== 'active' ? current.status : requested.status,
    utpid: product === undefined ? null : format.format(product.id),
    name: product?.goldenRecord.name ?? records[0]?.stored.row.record.name ?? '',
    compared: evidence.length,
    thresholds: { match, review },
    repairs,
    model: scorer.model.version,
  }
}

/** Returns the decisions of people that exclude the product. */
async function constraintsOf(context: RegistryContext, confirmed: ConfirmCase): Promise<ConfirmReason[]> {
  const { current, own, isOwnOfProduct, records, bare } = confirmed
  const reasons: ConfirmReason[] = []
  if (current.status === 'deleted') {
    reasons.push({ code: 'inactive', status: 'deleted', deletion: await deletionOf(context, current) })
  }
  // A judgement is about the stored version. It says nothing about a code that has another hotel now.
  if (own === undefined || isOwnOfProduct || otherVersionOf(bare, own, context.scorer).drift !== undefined)
    return reasons
  const ids = records.map(({ stored }) => stored.row.id)
  const ownId = own.stored.row.id
  const judgements = new Judgements(await readJudgements(context.ledger, [ownId, ...ids]))
  const rows = differentBetween(judgements, [ownId], ids)
  if (rows.length === 0) return reasons
  const named = await nameJudgements(context, rows.slice(0, MAX_JUDGEMENTS))
  return [...reasons, { code: 'judged_different', judgements: named, total: rows.length }]
}
