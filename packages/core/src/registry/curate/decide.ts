import type { ProductClaim } from '../../clustering/assign-product-ids.ts'
import { type CurationChanges, NO_CURATION_CHANGES } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ResolvedAlert } from '../../golden-record/alerts/alert-context.ts'
import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type {
  DecisionKind,
  DecisionRow,
  JudgementRow,
  ProductRow,
  RecordId,
  VerificationRow,
} from '../../storage/rows.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { isDisplayable } from '../../text/displayable-text.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkText } from '../context/check-arguments.ts'
import type { DecisionOptions, DecisionReport, ProductDecisionOptions, ProductRevision } from '../context/decision.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { lineageOf } from '../read/read-products.ts'
import { isConflict, retryOnConflict, runTransaction, type TransactionResult } from '../write/run-transaction.ts'
import { decisionOfIdempotencyKey, repeatedReport } from './repeated-decision.ts'

const MAX_NAME_CHARACTERS = 200
const MAX_NOTE_CHARACTERS = 2_000

/** The effects of a curator decision, computed from the current registry. */
export interface DecisionPlan {
  readonly kind: DecisionKind
  /** The products that the decision is about, requested products first. */
  readonly about: readonly ProductId[]
  readonly curation?: Partial<CurationChanges>
  readonly claims?: readonly ProductClaim[]
  readonly pending?: ReadonlyMap<RecordId, PendingRecord>
  /** More records whose products are computed again, besides the records of `about`. */
  readonly records?: readonly RecordId[]
  readonly deleted?: readonly ProductId[]
  readonly verifications?: readonly Omit<VerificationRow, 'change' | 'at'>[]
  /** The alert about a class of copies that this decision decides. */
  readonly resolves?: ResolvedAlert
  /** The judgements that this decision replaces. An undo restores these judgements. */
  readonly replaced?: readonly JudgementRow[]
  readonly undoes?: number
  readonly earlier?: readonly DecisionRow[]
}

/** The inputs for computing a plan. */
export interface DecisionView {
  readonly at: string
  /** The author of the decision, without surrounding white space. */
  readonly actor: string
  readonly note: string | undefined
  /** Returns the active product of a UTPID or alias. */
  readonly product: (utpid: string) => Promise<ProductRow>
  /** Reads active products by their ids in one call. */
  readonly products: (ids: readonly ProductId[]) => Promise<ProductRow[]>
}

/** Returns the plan of a decision, or undefined if the registry is already in the decided state. */
export type DecisionWork = (view: DecisionView) => Promise<DecisionPlan | undefined>

export interface Decision {
  /** The result of the transaction; undefined if the decision changed nothing. */
  readonly step: TransactionResult | undefined
  readonly change: number
  /** True if an earlier call has made this decision with the same idempotency key. */
  readonly isRepeated: boolean
}

/**
 * Makes a curator decision in one transaction. After a conflict, computes the decision again from the current state.
 *
 * Decisions about different products run concurrently, so that one flush makes many of them durable. The retry after a
 * conflict runs exclusively.
 *
 * @param utpids - Products of the decision, as requested. Decisions about the same product keep their order. If absent,
 *   the products are unknown before the decision runs, so the decision runs exclusively.
 * @throws {@link RegistryError} `validation_failed` for invalid options; `precondition_failed`; any error of `work`.
 */
export async function decide(
  context: RegistryContext,
  utpids: readonly string[] | undefined,
  options: DecisionOptions & Pick<ProductDecisionOptions, 'preconditions'>,
  work: DecisionWork,
): Promise<Decision> {
  const decider = checkedDecider(options)
  const attempt = (): Promise<Decision> => attemptToDecide(context, decider, options, work)
  const { writes } = context
  if (utpids !== undefined && !writes.isContended) {
    try {
      return await writes.runConcurrent(utpids, async () => {
        await prepare(context)
        return await attempt()
      })
    } catch (error) {
      if (!(await isConflict(context, error))) throw error
    }
  }
  return await writes.runExclusive(async () => {
    await prepare(context)
    return await retryOnConflict(context, attempt)
  })
}

async function prepare(context: RegistryContext): Promise<void> {
  requireRules(context)
  for (const supplier of await context.ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
}

async function attemptToDecide(
  context: RegistryContext,
  { actor, note, idempotencyKey }: Decider,
  { preconditions, merged }: Pick<ProductDecisionOptions, 'preconditions' | 'merged'>,
  work: DecisionWork,
): Promise<Decision> {
  const made = idempotencyKey === undefined ? undefined : await decisionOfIdempotencyKey(context, idempotencyKey)
  if (made !== undefined) return { step: undefined, change: made, isRepeated: true }
  const base = (await context.ledger.head()).change
  const at = now(context)
  const seen = new Map<ProductId, ProductRow>()
  const product = async (utpid: string): Promise<ProductRow> => {
    const row = await activeProduct(context, utpid, merged)
    if (seen.size === 0) await checkExpectedRevision(context, preconditions, row)
    seen.set(row.id, row)
    return row
  }
  const products = async (ids: readonly ProductId[]): Promise<ProductRow[]> => {
    const rows = await activeProducts(context, ids)
    if (seen.size === 0 && rows[0] !== undefined) await checkExpectedRevision(context, preconditions, rows[0])
    for (const row of rows) seen.set(row.id, row)
    return rows
  }
  const plan = await work({ at, actor, note, product, products })
  if (plan === undefined) return { step: undefined, change: base, isRepeated: false }
  const unseen = plan.about.filter((id) => !seen.has(id))
  const others = await readInChunks(unseen, (ids) => context.ledger.getProducts(ids))
  const step = await runTransaction(context, {
    readVersion: base,
    at,
    seen: new Map([...seen].map(([id, { revision }]) => [id, revision])),
    ...defined({ idempotencyKey }),
    about: [...[...seen.values(), ...others].flatMap((row) => row?.records ?? []), ...(plan.records ?? [])],
    ...defined({ pending: plan.pending, claims: plan.claims }),
    decided: {
      decision: {
        kind: plan.kind,
        actor,
        ...defined({ note }),
        ...(plan.resolves === undefined || plan.undoes !== undefined ? {} : { alert: plan.resolves.id }),
        ...defined({ replaced: plan.replaced, undoes: plan.undoes }),
      },
      about: new Set(plan.about),
      deleted: new Set(plan.deleted),
      curation: { ...NO_CURATION_CHANGES, ...plan.curation },
      verifications: plan.verifications ?? [],
      earlier: plan.earlier ?? [],
      ...defined({ resolves: plan.resolves }),
    },
  })
  return step.repeated
    ? { step: undefined, change: step.change, isRepeated: true }
    : { step, change: step.change, isRepeated: false }
}

/** Makes a decision and reports its effects on products. */
export async function decideAndReport(
  context: RegistryContext,
  utpids: readonly string[] | undefined,
  options: DecisionOptions & Pick<ProductDecisionOptions, 'preconditions'>,
  work: DecisionWork,
): Promise<DecisionReport> {
  let about: readonly ProductId[] = []
  const { step, change, isRepeated } = await decide(context, utpids, options, async (view) => {
    const plan = await work(view)
    about = plan?.about ?? about
    return plan
  })
  const { format } = context
  if (isRepeated) return await repeatedReport(context, change)
  if (step === undefined) return { change, utpids: [], inactive: [], changed: false }
  const { drafts, merged, emptied } = step.reclustered
  const written = new Set(step.commit.products.map(({ id }) => id))
  const position = new Map(about.map((id, at) => [id, at]))
  const active = drafts.map(({ id }) => id).filter((id) => position.has(id) || written.has(id))
  const requestOrder = (id: ProductId): number => position.get(id) ?? about.length
  return {
    change,
    utpids: active.sort((a, b) => requestOrder(a) - requestOrder(b)).map((id) => format.format(id)),
    inactive: [
      ...[...merged].map(([id, into]) => ({ utpid: format.format(id), into: format.format(into) })),
      ...[...emptied.keys()].map((id) => ({ utpid: format.format(id), into: null })),
    ],
    changed: true,
  }
}

/**
 * Returns the active product of a UTPID or alias.
 *
 * @throws {@link RegistryError} `product_not_found`, `product_deleted`, `product_retired`; `product_merged` if the
 *   caller refuses merged products.
 */
export async function activeProduct(
  context: RegistryContext,
  utpid: string,
  merged: DecisionOptions['merged'] = 'follow',
): Promise<ProductRow> {
  const requestOrder = await lineageOf(context, utpid)
  if (requestOrder === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${utpid}.`)
  const [lineage] = requestOrder.into === undefined ? [requestOrder] : await context.ledger.lineage([requestOrder.into])
  const status = lineage?.status ?? 'active'
  if (status === 'deleted') throw new RegistryError('product_deleted', `${utpid} was deleted.`)
  if (status === 'retired') {
    throw new RegistryError('product_retired', `${utpid} is retired: it has no active records.`)
  }
  if (merged === 'reject' && requestOrder.into !== undefined) {
    const into = context.format.format(requestOrder.into)
    throw new RegistryError('product_merged', `${utpid} was merged into ${into}; use that UTPID.`, {
      details: { utpid: into },
    })
  }
  const [row] = await context.ledger.getProducts([lineage?.id ?? requestOrder.id])
  if (row === undefined) throw concurrentChange(utpid)
  return row
}

async function activeProducts({ ledger, format }: RegistryContext, ids: readonly ProductId[]): Promise<ProductRow[]> {
  const rows = await readInChunks(ids, (chunk) => ledger.getProducts(chunk))
  return rows.map((row, at) => {
    if (row === undefined) throw concurrentChange(format.format(ids[at] as ProductId))
    return row
  })
}

/**
 * Builds the conflict error that causes a retry. The product was active a short time ago, so another writer is changing
 * the product.
 */
function concurrentChange(utpid: string): RegistryError {
  return new RegistryError('revision_conflict', `${utpid} is being changed; try again.`)
}

/**
 * Checks that the product of a decision is one of the expected products, at the expected revision.
 *
 * @throws {@link RegistryError} `precondition_failed`, `validation_failed`
 */
export async function checkExpectedRevision(
  context: RegistryContext,
  preconditions: readonly ProductRevision[] | undefined,
  { id, revision }: ProductRow,
): Promise<void> {
  if (preconditions === undefined) return
  if (!Array.isArray(preconditions))
    throw validationError('preconditions must be a list of products with their revisions.')
  for (const each of preconditions) {
    if (each?.revision === revision && (await lineageOf(context, each.utpid))?.id === id) return
  }
  throw new RegistryError(
    'precondition_failed',
    `${context.format.format(id)} is at revision ${revision}, not at an expected revision. Read the product again.`,
  )
}

/** Reads the stored records of some products. */
export async function recordsOf(
  { ledger }: RegistryContext,
  rows: readonly ProductRow[],
): Promise<Map<RecordId, StoredRecord>> {
  const ids = rows.flatMap(({ records }) => records)
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const records = new Map<RecordId, StoredRecord>()
  stored.forEach((record, at) => {
    if (record !== undefined) records.set(ids[at] as RecordId, record)
  })
  return records
}

interface Decider {
  readonly actor: string
  readonly note?: string
  readonly idempotencyKey?: string
}

/** @throws {@link RegistryError} `validation_failed` */
export function checkedDecider(options: DecisionOptions | undefined): Decider {
  const { actor, note, idempotencyKey } = options ?? { actor: '' }
  checkText(actor, 'actor')
  checkText(note, 'note')
  checkText(idempotencyKey, 'idempotencyKey')
  if (typeof actor !== 'string' || actor.trim() === '' || hasMoreCharacters(actor, MAX_NAME_CHARACTERS)) {
    throw validationError(`A decision needs { actor }, who made it, of 1 to ${MAX_NAME_CHARACTERS} characters.`)
  }
  if (!isDisplayable(note ?? '', 'lines')) {
    throw validationError('A note must not have control characters except tabs and line breaks.')
  }
  if (hasMoreCharacters(note ?? '', MAX_NOTE_CHARACTERS)) {
    throw validationError(`A note has at most ${MAX_NOTE_CHARACTERS} characters.`)
  }
  return {
    actor: actor.trim(),
    ...(note === undefined || note.trim() === '' ? {} : { note: note.trim() }),
    ...defined({ idempotencyKey }),
  }
}
