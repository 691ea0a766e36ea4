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

/** A step over more records gives way between its parts: a decision about a large class of copies has thousands. */
const LONG_STEP = 1_000

/** What a step is to do. */
export interface StepPlan {
  /** The change after which everything the plan rests on was read. */
  readonly base: ChangeNumber
  /** ISO 8601 UTC. */
  readonly at: string
  readonly token?: string
  readonly suppliers?: readonly Supplier[]
  /** Records that are new, changed or ended. */
  readonly pending?: ReadonlyMap<RecordId, PendingRecord>
  /**
   * Records that stay as they are and whose edges are found anew, unless the step writes them. What they are grouped with
   * is grouped by the edges that are stored.
   */
  readonly compared?: readonly PendingRecord[]
  /** Records whose products are looked at anew, beside those of `pending`. */
  readonly about?: Iterable<RecordId>
  readonly decided?: Decided
  /** Products that a person wants to go on in the group of a record, most wanted first. */
  readonly claims?: readonly ProductClaim[]
  /** Revisions of products that the plan rests on. */
  readonly seen?: ReadonlyMap<ProductId, number>
  /** Called when the step is worked out and the ledger writes it. */
  readonly whileWritten?: () => void
  /** Whether a step is written that was worked out; all are unless given. */
  readonly isWritten?: (worked: Pick<StepResult, 'commit' | 'regrouped'>) => Promise<boolean>
}

export interface StepResult {
  /** The step; the last one there was when it was not written. */
  readonly change: ChangeNumber
  /** True when the token was known and nothing was written. */
  readonly repeated: boolean
  readonly regrouped: Regrouped
  readonly commit: Commit
  readonly written: BuiltCommit['written']
  readonly skippedKeys: readonly BlockingKey[]
  readonly edges: EdgeChanges
  /** The records that were given, and those that take their places among copies. */
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  /** Open alerts of products that rest on no edge. */
  readonly standing: ReadonlyMap<ProductId, number>
}

/**
 * Takes one step: edges are found, components grouped, ids assigned and everything committed under the expectation
 * that nothing it rests on has changed meanwhile.
 *
 * @throws {@link RegistryError} what the ledger throws; `revision_conflict` when others were first.
 */
export async function takeStep(context: RegistryContext, plan: StepPlan): Promise<StepResult> {
  const { ledger, served } = context
  const sources = { ledger, index: context.index, scorer: context.scorer, rules: served.rules }
  const settledCopies = await settleCopies(plan.pending ?? new Map(), sources, true)
  const { pending, classKeys, classes } = settledCopies
  const copies = new CopyAlerts(sources, settledCopies)
  // Of what is regrouped, it may not be settled yet which record stands for the others.
  await copies.touch(classes.values(), plan.decided !== undefined || plan.compared !== undefined)
  const compared = (plan.compared ?? []).filter(({ row }) => !pending.has(row.id))
  const seeking = [...pending.values(), ...compared]
  const edges = seeking.length === 0 ? NO_EDGE_CHANGES : await findEdges(seeking, { ...sources, classKeys })
  const affected = new Set([...seeking.map(({ row }) => row.id), ...(plan.about ?? []), ...copies.affected()])
  for (const { a, b } of [...edges.written, ...edges.removed]) affected.add(a).add(b)
  const claims = [...(plan.claims ?? []), ...(await claimsOfCopies(pending, ledger))]
  const settled = { ...plan, pending, claims }
  // What reopens a verification may also end the protection that came with it: then it is worked out again without.
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

/** Why a verification is reopened in this step, and what people hold of the product then. */
interface Reopened {
  readonly reason: string
  readonly held: HeldState
}

/** What a step is worked out of. */
interface StepParts {
  readonly edges: EdgeChanges
  /** Records whose products are looked at; more are added when they are found to be missing. */
  readonly affected: Set<RecordId>
  readonly copies: CopyAlerts
}

/** @returns undefined when more has to be looked at than was known. */
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
    throw new RegistryError('revision_conflict', 'A product changed while the step was worked out.')
  }
  // Products were read after the edges between their records. From here on their revisions tell of every other step;
  // for what came in between, the edges are read again.
  if ((await ledger.head()).change !== since) {
    const again = await gather()
    if (JSON.stringify(again.components) !== JSON.stringify(gathered.components)) {
      throw new RegistryError('revision_conflict', 'Edges changed while the step was worked out.')
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
  return new RegistryError('revision_conflict', 'Copies of a record changed while the step was worked out.')
}

/** Records of which the class is looked at, since the step may change whether there is an alert about it. */
function regroupedCopies(
  { pending = new Map(), compared, decided }: StepPlan,
  { drafts }: Regrouped,
): { readonly looked: readonly StoredRecord[]; readonly moved: ReadonlySet<RecordId> } {
  const moved = new Set<RecordId>()
  // What people decide, and what is compared anew, may be about any of them.
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
 * Where a record gives its place to one of a lower code, its product goes on with what else is in it: whoever books by
 * its UTPID means that.
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
 * Runs what takes a step until nobody overtakes it.
 *
 * @throws {@link RegistryError} `revision_conflict` when others were first `LIMITS.commitAttempts` times.
 */
export async function untilFirst<T>(context: RegistryContext, attempt: () => Promise<T>): Promise<T> {
  const { storage, writes } = context
  for (let tries = 1; ; tries++) {
    try {
      // Who was overtaken a moment ago would be again: others wait then, where they can be told to.
      if (storage.turn === undefined || !writes.takesTurn()) return await attempt()
      return await storage.turn(attempt)
    } catch (error) {
      if (!(await isOvertaken(context, error)) || tries === LIMITS.commitAttempts) throw error
      writes.wasOvertaken()
      await giveWay(context, tries)
    }
  }
}

/** Whether an attempt failed because others were first. */
export async function isOvertaken(context: RegistryContext, error: unknown): Promise<boolean> {
  // Features of another generation are not readable by these rules.
  if (!(error instanceof RegistryError)) await requireServed(context)
  return error instanceof RegistryError && ['revision_conflict', 'base_too_old'].includes(error.code)
}

/** Lets whoever was first go on, three times as long each time: a writer that never pauses would overtake us for ever. */
export async function giveWay(context: RegistryContext, attempt: number): Promise<void> {
  for (let turn = 1; turn < 3 ** attempt; turn++) await context.yield()
}
