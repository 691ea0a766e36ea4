import type { ProductClaim } from '../../clustering/assign-product-ids.ts'
import { type EdgeChanges, findEdges, NO_EDGE_CHANGES } from '../../clustering/find-edges.ts'
import { fixCopies } from '../../clustering/fix-copies.ts'
import { gatherComponents, NO_CURATION_CHANGES } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { type ReclusteredComponents, reclusterComponents } from '../../clustering/recluster-components.ts'
import { CopyAlerts } from '../../golden-record/alerts/copy-alerts.ts'
import type { ProductCuration } from '../../golden-record/product-row.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../../storage/rows.ts'
import { requireActive } from '../context/active-generation.ts'
import { followTermFrequency } from '../context/follow-term-frequency.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type BuiltCommit, buildCommit } from './build-commit.ts'
import { byChange, type PendingRecords, withDetailsOnly } from './details-only.ts'
import type { ConcordanceChanges, Decided } from './transaction-data.ts'

/**
 * The number of records above which a transaction lets other tasks run between its parts. A decision about a large
 * class of copies has thousands of records.
 */
const LONG_TRANSACTION = 1_000

/** The input of a transaction. */
export interface TransactionPlan {
  /** The read version: the number of a change. All data of the plan were read after this change. */
  readonly readVersion: ChangeNumber
  /** The time of the transaction, ISO 8601 UTC. */
  readonly at: string
  readonly idempotencyKey?: string
  readonly suppliers?: readonly Supplier[]
  /** The new, changed or deactivated records. */
  readonly pending?: PendingRecords
  /**
   * Unchanged records whose edges are computed again, unless the transaction writes these records. Other records of
   * their clusters use stored edges.
   */
  readonly compared?: readonly PendingRecord[]
  /** More records whose products are computed again, besides the records of `pending`. */
  readonly about?: Iterable<RecordId>
  readonly decided?: Decided
  /** The products that a person wants to keep for the cluster of a record, in order of preference. */
  readonly claims?: readonly ProductClaim[]
  /** The revisions of products that affect the plan. */
  readonly seen?: ReadonlyMap<ProductId, number>
  readonly concordances?: ConcordanceChanges
  /** A callback for the time when the transaction is computed and the ledger starts to write it. */
  readonly onWriting?: () => void
  /** Returns whether to write the computed transaction. Default: always. */
  readonly shouldWrite?: (worked: Pick<TransactionResult, 'commit' | 'reclustered'>) => Promise<boolean>
}

export interface TransactionResult {
  /** The number of the transaction's change. If the transaction was not written, the latest change. */
  readonly change: ChangeNumber
  /** True if the idempotency key was already used, so nothing was written. */
  readonly repeated: boolean
  readonly reclustered: ReclusteredComponents
  readonly commit: Commit
  readonly written: BuiltCommit['written']
  readonly skippedKeys: readonly BlockingKey[]
  readonly edges: EdgeChanges
  /** The records of the plan, and the copies that replace some of them. */
  readonly pending: PendingRecords
  /** The number of open alerts that no edge supports, by product. */
  readonly standing: ReadonlyMap<ProductId, number>
}

/**
 * Runs one transaction: finds edges, clusters components, assigns ids and commits everything. The commit has the
 * precondition that no input has changed meanwhile.
 *
 * @throws {@link RegistryError} any error of the ledger; `revision_conflict` if another writer committed first.
 */
export async function runTransaction(context: RegistryContext, plan: TransactionPlan): Promise<TransactionResult> {
  const { ledger, active } = context
  const sources = { ledger, index: context.index, scorer: context.scorer, rules: active.rules }
  const { changed, detailsOnly } = byChange(plan.pending ?? new Map())
  const fixedCopies = withDetailsOnly(await fixCopies(changed, sources, true), detailsOnly)
  const { pending, classKeys, classes } = fixedCopies
  const copies = new CopyAlerts(sources, fixedCopies)
  // After clustering, another record may have to represent the copies of these records.
  await copies.addTouched(classes.values(), plan.decided !== undefined || plan.compared !== undefined)
  const compared = (plan.compared ?? []).filter(({ row }) => !pending.has(row.id))
  const written = [...pending.values(), ...compared]
  const seeking = detailsOnly.size === 0 ? written : written.filter((each) => each.detailsOnly !== true)
  const edges = seeking.length === 0 ? NO_EDGE_CHANGES : await findEdges(seeking, { ...sources, classKeys })
  const affected = new Set([
    ...pending.keys(),
    ...compared.map(({ row }) => row.id),
    ...(plan.about ?? []),
    ...copies.affected(),
  ])
  for (const { a, b } of [...edges.written, ...edges.removed]) affected.add(a).add(b)
  const claims = [...(plan.claims ?? []), ...(await claimsOfCopies(pending, ledger))]
  const fixedPlan = { ...plan, pending, claims }
  // A verification protects a product. If the transaction reopens a verification, it is computed again without that
  // protection.
  const reopened = new Map<ProductId, Reopened>()
  for (;;) {
    const step = await compute(context, fixedPlan, { edges, affected, copies }, reopened)
    if (step === undefined) continue
    const found = step.commit.verifications.filter(
      ({ method, productId }) => method === 'reopened' && !reopened.has(productId),
    )
    if (found.length === 0) {
      const result = { ...step, skippedKeys: edges.skippedKeys, edges, pending }
      if (plan.shouldWrite !== undefined && !(await plan.shouldWrite(step))) {
        return { change: plan.readVersion, repeated: false, ...result }
      }
      const committed = ledger.commit(step.commit)
      plan.onWriting?.()
      const { change, repeated } = await committed
      return { change, repeated, ...result }
    }
    const pinsOf = new Map(step.reclustered.read.map(({ id, pins }) => [id, pins]))
    for (const { productId, note = '' } of found) {
      const pins = pinsOf.get(productId)
      reopened.set(productId, { reason: note, held: { verified: false, ...defined({ pins }) } })
    }
  }
}

/** The reason why this transaction reopens a verification, and the pins and verification of the product afterwards. */
interface Reopened {
  readonly reason: string
  readonly held: ProductCuration
}

/** The inputs of a transaction. */
interface TransactionInputs {
  readonly edges: EdgeChanges
  /** The records whose products are read. The code adds more records when it finds that they are necessary. */
  readonly affected: Set<RecordId>
  readonly copies: CopyAlerts
}

/**
 * Computes the transaction.
 *
 * @returns undefined if more records must be read first.
 */
async function compute(
  context: RegistryContext,
  plan: TransactionPlan,
  { edges, affected, copies }: TransactionInputs,
  reopened: ReadonlyMap<ProductId, Reopened>,
): Promise<Pick<TransactionResult, 'reclustered' | 'commit' | 'written' | 'standing'> | undefined> {
  const { ledger, active } = context
  const { readVersion, at, pending = new Map(), decided } = plan
  const curation = decided?.curation ?? {
    ...NO_CURATION_CHANGES,
    curation: new Map([...reopened].map(([id, { held }]) => [id, held])),
  }
  const gather = () => gatherComponents(affected, pending, edges, curation, ledger)
  const { change: since } = await ledger.head()
  const gathered = await gather()
  const pause = async (): Promise<void> => {
    if (gathered.members.size > LONG_TRANSACTION) await context.yield()
  }
  await pause()
  const reclustered = reclusterComponents(gathered, pending, edges.features, plan.claims ?? [], {
    ...context,
    rules: active.rules,
  })
  await pause()
  const { checkedCopies, moved } = reclusteredCopies(plan, reclustered)
  if (await copies.addRecords(checkedCopies, decided !== undefined, moved)) {
    for (const id of copies.affected()) affected.add(id)
    return undefined
  }
  const read = new Map(reclustered.read.map(({ id, revision }) => [id, revision]))
  for (const [id, revision] of plan.seen ?? []) {
    if (read.get(id) === revision) continue
    throw new RegistryError('revision_conflict', 'A product changed while the transaction was computed.')
  }
  // The products were read after the edges between their records. From now on, the revisions of products reveal every
  // other transaction. The code reads the edges again, in case another transaction was committed between the two reads.
  if ((await ledger.head()).change !== since) {
    const again = await gather()
    if (JSON.stringify(again.components) !== JSON.stringify(gathered.components)) {
      throw new RegistryError('revision_conflict', 'Edges changed while the transaction was computed.')
    }
  }
  const { commit, written, standing, missing } = await buildCommit(
    { ...context, settled: active.cleanProducts },
    {
      readVersion,
      at,
      idempotencyKey: plan.idempotencyKey,
      suppliers: plan.suppliers ?? [],
      pending,
      edges,
      reclustered,
      rules: active.rules,
      copies,
      reopened: new Map([...reopened].map(([id, { reason }]) => [id, reason])),
      ...defined({ decided, concordances: plan.concordances }),
    },
  )
  await pause()
  if (missing.records.length > 0 || missing.classes.length > 0) {
    for (const alert of missing.classes) if (!(await copies.addAlert(alert))) throw changedMeanwhile()
    const before = affected.size
    for (const id of [...missing.records, ...copies.affected()]) affected.add(id)
    if (affected.size === before && missing.classes.length === 0) throw changedMeanwhile()
    return undefined
  }
  return { reclustered, commit, written, standing }
}

function changedMeanwhile(): RegistryError {
  return new RegistryError('revision_conflict', 'Copies of a record changed while the transaction was computed.')
}

/** Returns the copies whose class must be checked. The transaction may open or close an alert about this class. */
function reclusteredCopies(
  { pending = new Map(), compared, decided }: TransactionPlan,
  { drafts }: ReclusteredComponents,
): { readonly checkedCopies: readonly StoredRecord[]; readonly moved: ReadonlySet<RecordId> } {
  const moved = new Set<RecordId>()
  // A curator decision may be about any of these records.
  if (decided !== undefined) return { checkedCopies: drafts.flatMap(({ records }) => records), moved }
  const checkedCopies: StoredRecord[] = []
  for (const { id, records } of drafts) {
    for (const each of records) {
      const { row, link } = each
      if (row.copy !== true) continue
      const isMoved = !pending.has(row.id) && link?.productId !== id
      if (isMoved) moved.add(row.id)
      if (isMoved || compared !== undefined) checkedCopies.push(each)
    }
  }
  return { checkedCopies, moved }
}

/**
 * Returns claims for copies. If a record becomes a copy of a record with a lower code, its product stays with the other
 * records of that product. Bookings that use the UTPID mean these other records.
 */
async function claimsOfCopies(
  pending: ReadonlyMap<RecordId, PendingRecord>,
  ledger: Pick<Ledger, 'getProducts'>,
): Promise<ProductClaim[]> {
  const left = [...pending.values()].flatMap(({ row, before }) =>
    row.copy === true && before?.row.copy !== true && before?.link !== undefined ? [before.link] : [],
  )
  const products = await readInChunks(left, (chunk) => ledger.getProducts(chunk.map(({ productId }) => productId)))
  return products.flatMap((row, at): ProductClaim[] => {
    const other = row?.records.find((id) => id !== left[at]?.recordId)
    return row === undefined || other === undefined ? [] : [{ id: row.id, record: other }]
  })
}

/**
 * Retries a transaction until it commits without a conflict.
 *
 * @throws {@link RegistryError} `revision_conflict` after `LIMITS.commitAttempts` conflicts.
 */
export async function retryOnConflict<T>(context: RegistryContext, attempt: () => Promise<T>): Promise<T> {
  const { storage, writes } = context
  for (let tries = 1; ; tries++) {
    try {
      // After a conflict, the next attempt would probably also conflict. So the code takes the write lease if the
      // storage has a write lease.
      if (storage.withWriteLease === undefined || !writes.takesWriteLease()) return await attempt()
      return await storage.withWriteLease(attempt)
    } catch (error) {
      if (!(await isConflict(context, error)) || tries === LIMITS.commitAttempts) throw error
      writes.conflicted()
      await backOff(context, tries)
    }
  }
}

/**
 * Reports whether an attempt failed because another writer was faster, or because another process counted a new
 * term-frequency version, which this process then follows.
 */
export async function isConflict(context: RegistryContext, error: unknown): Promise<boolean> {
  const isOutdated = error instanceof RegistryError && error.code === 'model_outdated'
  if (isOutdated || !(error instanceof RegistryError)) {
    if (await followTermFrequency(context)) return true
    // These rules cannot read features of another index generation.
    if (!isOutdated) await requireActive(context)
  }
  return error instanceof RegistryError && ['revision_conflict', 'read_version_too_old'].includes(error.code)
}

/**
 * Waits before the next attempt, each time three times as long as before. Otherwise, a writer that never pauses would
 * win every conflict.
 */
export async function backOff(context: RegistryContext, attempt: number): Promise<void> {
  for (let turn = 1; turn < 3 ** attempt; turn++) await context.yield()
}
