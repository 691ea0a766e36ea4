import type { ProductClaim } from '../../clustering/assign-product-ids.ts'
import { type EdgeChanges, findEdges, NO_EDGE_CHANGES } from '../../clustering/find-edges.ts'
import { gatherComponents, NO_PEOPLE_CHANGES } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { type Regrouped, regroup } from '../../clustering/regroup.ts'
import { settleCopies } from '../../clustering/settle-copies.ts'
import { CopyAlerts } from '../../golden-record/alerts/copy-alerts.ts'
import type { HeldState } from '../../golden-record/product-row.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { requireServed } from '../context/served-generation.ts'
import { type BuiltCommit, buildCommit, type Decided } from './build-commit.ts'

/** A transaction over more records yields between its parts: a decision about a large class of copies has thousands. */
const LONG_STEP = 1_000

/** Input of a transaction. */
export interface StepPlan {
  /** Read version: everything the plan depends on was read after this change. */
  readonly base: ChangeNumber
  /** ISO 8601 UTC. */
  readonly at: string
  readonly token?: string
  readonly suppliers?: readonly Supplier[]
  /** Records that are new, changed or deactivated. */
  readonly pending?: ReadonlyMap<RecordId, PendingRecord>
  /**
   * Unchanged records whose edges are computed again, unless the transaction writes them. The rest of their clusters
   * uses stored edges.
   */
  readonly compared?: readonly PendingRecord[]
  /** Records whose products are recomputed, in addition to those of `pending`. */
  readonly about?: Iterable<RecordId>
  readonly decided?: Decided
  /** Products that a person wants to keep for the cluster of a record, by preference. */
  readonly claims?: readonly ProductClaim[]
  /** Revisions of products that the plan depends on. */
  readonly seen?: ReadonlyMap<ProductId, number>
  /** Called when the transaction is computed and the ledger writes it. */
  readonly whileWritten?: () => void
  /** Whether to write the computed transaction. Default: always. */
  readonly isWritten?: (worked: Pick<StepResult, 'commit' | 'regrouped'>) => Promise<boolean>
}

export interface StepResult {
  /** Change of the transaction; the latest change if it was not written. */
  readonly change: ChangeNumber
  /** True if the idempotency key was known and nothing was written. */
  readonly repeated: boolean
  readonly regrouped: Regrouped
  readonly commit: Commit
  readonly written: BuiltCommit['written']
  readonly skippedKeys: readonly BlockingKey[]
  readonly edges: EdgeChanges
  /** The given records, and copies that replace some of them. */
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  /** Open alerts of products that rest on no edge. */
  readonly standing: ReadonlyMap<ProductId, number>
}

/**
 * Runs one transaction: finds edges, clusters components, assigns ids and commits everything, with the precondition
 * that no input has changed meanwhile.
 *
 * @throws {@link RegistryError} any error of the ledger; `revision_conflict` if another writer was first.
 */
export async function takeStep(context: RegistryContext, plan: StepPlan): Promise<StepResult> {
  const { ledger, served } = context
  const sources = { ledger, index: context.index, scorer: context.scorer, rules: served.rules }
  const settledCopies = await settleCopies(plan.pending ?? new Map(), sources, true)
  const { pending, classKeys, classes } = settledCopies
  const copies = new CopyAlerts(sources, settledCopies)
  // For records that are clustered again, the record that stands for its copies may not be final.
  await copies.touch(classes.values(), plan.decided !== undefined || plan.compared !== undefined)
  const compared = (plan.compared ?? []).filter(({ row }) => !pending.has(row.id))
  const seeking = [...pending.values(), ...compared]
  const edges = seeking.length === 0 ? NO_EDGE_CHANGES : await findEdges(seeking, { ...sources, classKeys })
  const affected = new Set([...seeking.map(({ row }) => row.id), ...(plan.about ?? []), ...copies.affected()])
  for (const { a, b } of [...edges.written, ...edges.removed]) affected.add(a).add(b)
  const claims = [...(plan.claims ?? []), ...(await claimsOfCopies(pending, ledger))]
  const settled = { ...plan, pending, claims }
  // Reopening a verification may also end the protection that came with it: then the transaction is computed again
  // without that protection.
  const reopened = new Map<ProductId, Reopened>()
  for (;;) {
    const step = await workOut(context, settled, { edges, affected, copies }, reopened)
    if (step === undefined) continue
    const found = step.commit.verifications.filter(
      ({ method, productId }) => method === 'reopened' && !reopened.has(productId),
    )
    if (found.length === 0) {
      const result = { ...step, skippedKeys: edges.skippedKeys, edges, pending }
      if (plan.isWritten !== undefined && !(await plan.isWritten(step))) {
        return { change: plan.base, repeated: false, ...result }
      }
      const committed = ledger.commit(step.commit)
      plan.whileWritten?.()
      const { change, repeated } = await committed
      return { change, repeated, ...result }
    }
    const pinsOf = new Map(step.regrouped.read.map(({ id, pins }) => [id, pins]))
    for (const { productId, note = '' } of found) {
      const pins = pinsOf.get(productId)
      reopened.set(productId, { reason: note, held: { verified: false, ...(pins === undefined ? {} : { pins }) } })
    }
  }
}

/** Why a verification is reopened in this transaction, and the curation state of the product after it. */
interface Reopened {
  readonly reason: string
  readonly held: HeldState
}

/** Inputs of a transaction. */
interface StepParts {
  readonly edges: EdgeChanges
  /** Records whose products are read; missing ones are added when they are found. */
  readonly affected: Set<RecordId>
  readonly copies: CopyAlerts
}

/** @returns undefined if more records have to be read. */
async function workOut(
  context: RegistryContext,
  plan: StepPlan,
  { edges, affected, copies }: StepParts,
  reopened: ReadonlyMap<ProductId, Reopened>,
): Promise<Pick<StepResult, 'regrouped' | 'commit' | 'written' | 'standing'> | undefined> {
  const { ledger, served } = context
  const { base, at, pending = new Map(), decided } = plan
  const people = decided?.people ?? {
    ...NO_PEOPLE_CHANGES,
    held: new Map([...reopened].map(([id, { held }]) => [id, held])),
  }
  const gather = () => gatherComponents(affected, pending, edges, people, ledger)
  const { change: since } = await ledger.head()
  const gathered = await gather()
  const pause = async (): Promise<void> => {
    if (gathered.members.size > LONG_STEP) await context.yield()
  }
  await pause()
  const regrouped = regroup(gathered, pending, edges.features, plan.claims ?? [], { ...context, rules: served.rules })
  await pause()
  const { looked, moved } = regroupedCopies(plan, regrouped)
  if (await copies.look(looked, decided !== undefined, moved)) {
    for (const id of copies.affected()) affected.add(id)
    return undefined
  }
  const read = new Map(regrouped.read.map(({ id, revision }) => [id, revision]))
  for (const [id, revision] of plan.seen ?? []) {
    if (read.get(id) === revision) continue
    throw new RegistryError('revision_conflict', 'A product changed while the transaction was computed.')
  }
  // Products were read after the edges between their records. From here on, their revisions reveal every other
  // transaction. For transactions in between, the edges are read again.
  if ((await ledger.head()).change !== since) {
    const again = await gather()
    if (JSON.stringify(again.components) !== JSON.stringify(gathered.components)) {
      throw new RegistryError('revision_conflict', 'Edges changed while the transaction was computed.')
    }
  }
  const { commit, written, standing, missing } = await buildCommit(
    { ...context, settled: served.settled },
    {
      base,
      at,
      token: plan.token,
      suppliers: plan.suppliers ?? [],
      pending,
      edges,
      regrouped,
      rules: served.rules,
      copies,
      reopened: new Map([...reopened].map(([id, { reason }]) => [id, reason])),
      ...(decided === undefined ? {} : { decided }),
    },
  )
  await pause()
  if (missing.records.length > 0 || missing.classes.length > 0) {
    for (const alert of missing.classes) if (!(await copies.take(alert))) throw changedMeanwhile()
    const before = affected.size
    for (const id of [...missing.records, ...copies.affected()]) affected.add(id)
    if (affected.size === before && missing.classes.length === 0) throw changedMeanwhile()
    return undefined
  }
  return { regrouped, commit, written, standing }
}

function changedMeanwhile(): RegistryError {
  return new RegistryError('revision_conflict', 'Copies of a record changed while the transaction was computed.')
}

/** Copies whose class is checked, since the transaction may open or close an alert about it. */
function regroupedCopies(
  { pending = new Map(), compared, decided }: StepPlan,
  { drafts }: Regrouped,
): { readonly looked: readonly StoredRecord[]; readonly moved: ReadonlySet<RecordId> } {
  const moved = new Set<RecordId>()
  // A curator decision or a new comparison may be about any of them.
  if (decided !== undefined) return { looked: drafts.flatMap(({ records }) => records), moved }
  const looked: StoredRecord[] = []
  for (const { id, records } of drafts) {
    for (const each of records) {
      const { row, link } = each
      if (row.copy !== true) continue
      const isMoved = !pending.has(row.id) && link?.productId !== id
      if (isMoved) moved.add(row.id)
      if (isMoved || compared !== undefined) looked.push(each)
    }
  }
  return { looked, moved }
}

/**
 * When a copy with a lower code replaces a record, the product stays with its other records: bookings by its UTPID mean
 * those.
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
export async function untilFirst<T>(context: RegistryContext, attempt: () => Promise<T>): Promise<T> {
  const { storage, writes } = context
  for (let tries = 1; ; tries++) {
    try {
      // After a conflict the next attempt would probably conflict too: take the write lease if the storage has one.
      if (storage.turn === undefined || !writes.takesTurn()) return await attempt()
      return await storage.turn(attempt)
    } catch (error) {
      if (!(await isOvertaken(context, error)) || tries === LIMITS.commitAttempts) throw error
      writes.wasOvertaken()
      await giveWay(context, tries)
    }
  }
}

/** Whether an attempt failed because of a conflict with another writer. */
export async function isOvertaken(context: RegistryContext, error: unknown): Promise<boolean> {
  // Features of another index generation are not readable with these rules.
  if (!(error instanceof RegistryError)) await requireServed(context)
  return error instanceof RegistryError && ['revision_conflict', 'base_too_old'].includes(error.code)
}

/** Backs off, three times as long each time: otherwise a writer that never pauses would win every conflict. */
export async function giveWay(context: RegistryContext, attempt: number): Promise<void> {
  for (let turn = 1; turn < 3 ** attempt; turn++) await context.yield()
}
