import { verificationChecks } from '../../golden-record/verification-checks.ts'
import { defined } from '../../model/defined.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, VerificationRow } from '../../storage/rows.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { isDisplayable } from '../../text/displayable-text.ts'
import { checkBoolean, checkText, quoted } from '../context/check-arguments.ts'
import type {
  ProductDecisionOptions,
  VerificationCheck,
  VerificationReport,
  VerifyOptions,
} from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import {
  activeProduct,
  checkExpectedRevision,
  checkedDecider,
  type Decision,
  type DecisionView,
  decide,
  recordsOf,
} from './decide.ts'

const METHODS = ['manual', 'supplier', 'checks'] as const
const MAX_EVIDENCE_CHARACTERS = 2_000

/**
 * Runs the checks and marks a product as verified. The methods `manual` and `supplier` verify regardless of the checks;
 * `checks` verifies only if all checks pass. Repeating the call with the same method changes nothing.
 */
export async function verifyProduct(
  context: RegistryContext,
  utpid: string,
  options: VerifyOptions,
): Promise<VerificationReport> {
  const { method = 'manual', evidence, dryRun = false } = options ?? {}
  if (!METHODS.includes(method)) {
    throw validationError(`method is ${quoted(method)}; it must be one of ${METHODS.join(', ')}.`)
  }
  checkText(evidence, 'evidence')
  checkBoolean(dryRun, 'dryRun')
  if (!isDisplayable(evidence ?? '', 'lines'))
    throw validationError('evidence must not have control characters except tabs and line breaks.')
  if (hasMoreCharacters(evidence ?? '', MAX_EVIDENCE_CHARACTERS)) {
    throw validationError(`evidence has at most ${MAX_EVIDENCE_CHARACTERS} characters.`)
  }
  const view: Pick<DecisionView, 'product'> = { product: (asked) => activeProduct(context, asked, options.merged) }
  let checks: readonly VerificationCheck[] = []
  const runChecks = async ({
    product,
  }: Pick<DecisionView, 'product'>): Promise<{ row: ProductRow; passes: boolean }> => {
    const row = await product(utpid)
    checks = await checksOf(context, row)
    return { row, passes: method !== 'checks' || checks.every(({ passed }) => passed) }
  }
  if (dryRun) {
    checkedDecider(options)
    const { row, passes } = await runChecks(view)
    await checkExpectedRevision(context, options.preconditions, row)
    const { change } = await context.ledger.head()
    const last = await lastVerification(context, row)
    return { ...reportOf(context, { row, last }, checks, change), verified: row.verified || passes }
  }
  const decision = await decide(context, [utpid], options, async (given) => {
    const { row, passes } = await runChecks(given)
    if (!passes || (row.verified && row.verifiedBy === method)) return undefined
    const { pins } = row
    const { actor, note } = given
    return {
      kind: 'verify',
      about: [row.id],
      curation: { curation: new Map([[row.id, { verified: true, verifiedBy: method, ...(pins ? { pins } : {}) }]]) },
      verifications: [
        {
          productId: row.id,
          verified: true,
          method,
          actor: actor,
          ...defined({ evidence, note }),
          checks,
        },
      ],
    }
  })
  return reportOf(context, await stateAfter(context, utpid, decision), checks, decision.change)
}

/** Withdraws a verification. */
export async function unverifyProduct(
  context: RegistryContext,
  utpid: string,
  options: ProductDecisionOptions,
): Promise<VerificationReport> {
  checkBoolean(options?.dryRun, 'dryRun')
  if (options?.dryRun === true) {
    checkedDecider(options)
    const row = await activeProduct(context, utpid, options.merged)
    await checkExpectedRevision(context, options.preconditions, row)
    const last = await lastVerification(context, row)
    const { change } = await context.ledger.head()
    return { ...reportOf(context, { row, last }, await checksOf(context, row), change), verified: false }
  }
  const decision = await decide(context, [utpid], options, async ({ actor, note, product }) => {
    const row = await product(utpid)
    if (!row.verified) return undefined
    return {
      kind: 'unverify',
      about: [row.id],
      curation: { curation: new Map([[row.id, { verified: false, ...(row.pins ? { pins: row.pins } : {}) }]]) },
      verifications: [
        {
          productId: row.id,
          verified: false,
          method: 'withdrawn',
          actor: actor,
          ...defined({ note }),
          checks: [],
        },
      ],
    }
  })
  const after = await stateAfter(context, utpid, decision)
  return reportOf(context, after, await checksOf(context, after.row), decision.change)
}

async function checksOf(context: RegistryContext, row: ProductRow): Promise<VerificationCheck[]> {
  const stored = await recordsOf(context, [row])
  const records = [...stored.values()].map((each) => each.row.record)
  return verificationChecks({ goldenRecord: row.goldenRecord, records, duplicates: row.duplicates }, context.gazetteer)
}

/** A product with its last verification. */
interface ProductVerification {
  readonly row: ProductRow
  readonly last: VerificationRow | undefined
}

/**
 * Returns the product after a decision. The product comes from the rows of the decision's transaction, or from the
 * ledger if nothing was written.
 */
async function stateAfter(context: RegistryContext, utpid: string, { step }: Decision): Promise<ProductVerification> {
  // The first verification belongs to the decision. The transaction adds further verifications after it.
  const last = step?.commit.verifications[0]
  const written = step?.commit.products.find(({ id }) => id === last?.productId)
  if (written !== undefined) return { row: written, last }
  const row = await activeProduct(context, utpid)
  return { row, last: await lastVerification(context, row) }
}

async function lastVerification({ ledger }: RegistryContext, { id }: ProductRow): Promise<VerificationRow | undefined> {
  const [history = []] = await readInChunks([id], (ids) => ledger.verifications(ids))
  return history.at(-1)
}

function reportOf(
  { format }: RegistryContext,
  { row, last }: ProductVerification,
  checks: readonly VerificationCheck[],
  change: number,
): VerificationReport {
  return {
    utpid: format.format(row.id),
    verified: row.verified,
    method: last?.method ?? null,
    verifiedAt: row.verified ? (last?.at ?? null) : null,
    verifiedBy: row.verified ? (last?.actor ?? null) : null,
    checks,
    revision: row.revision,
    change,
  }
}
