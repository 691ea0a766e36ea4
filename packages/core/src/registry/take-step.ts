import type { ProductClaim } from '../grouping/assign-product-ids.ts'
import { type EdgeChanges, findEdges, NO_EDGE_CHANGES } from '../grouping/find-edges.ts'
import { gatherComponents, NO_PEOPLE_CHANGES } from '../grouping/gather-components.ts'
import type { PendingRecord } from '../grouping/pending-record.ts'
import type { HeldState } from '../grouping/product-row.ts'
import { type Regrouped, regroup } from '../grouping/regroup.ts'
import { LIMITS } from '../model/limits.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { Commit } from '../storage/commit.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../storage/rows.ts'
import { type BuiltCommit, buildCommit, type Decided } from './build-commit.ts'
import type { RegistryContext } from './registry-context.ts'
import { requireServed } from './served-generation.ts'

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
   * Records that stay as they are and whose edges are found anew; not beside `pending`. What they are grouped with is
   * grouped by the edges that are stored.
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
}

/**
 * Takes one step: edges are found, components grouped, ids assigned and everything committed under the expectation
 * that nothing it rests on has changed meanwhile.
 *
 * @throws {@link RegistryError} what the ledger throws; `revision_conflict` when others were first.
 */
export async function takeStep(context: RegistryContext, plan: StepPlan): Promise<StepResult> {
  const { ledger, served } = context
  const { pending = new Map(), compared = [] } = plan
  const seeking = [...pending.values(), ...compared]
  const edges =
    seeking.length === 0
      ? NO_EDGE_CHANGES
      : await findEdges(seeking, { ledger, index: context.index, scorer: context.scorer, rules: served.rules })
  const affected = new Set([...seeking.map(({ row }) => row.id), ...(plan.about ?? [])])
  for (const { a, b } of [...edges.written, ...edges.removed]) affected.add(a).add(b)
  // What reopens a verification may also end the protection that came with it: then it is worked out again without.
  const reopened = new Map<ProductId, Reopened>()
  for (;;) {
    const step = await workOut(context, plan, edges, affected, reopened)
    const found = step.commit.verifications.filter(
      ({ method, productId }) => method === 'reopened' && !reopened.has(productId),
    )
    if (found.length === 0) {
      const result = { ...step, skippedKeys: edges.skippedKeys }
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

async function workOut(
  context: RegistryContext,
  plan: StepPlan,
  edges: EdgeChanges,
  affected: ReadonlySet<RecordId>,
  reopened: ReadonlyMap<ProductId, Reopened>,
): Promise<Pick<StepResult, 'regrouped' | 'commit' | 'written'>> {
  const { ledger, served } = context
  const { base, at, pending = new Map(), decided } = plan
  const people = decided?.people ?? {
    ...NO_PEOPLE_CHANGES,
    held: new Map([...reopened].map(([id, { held }]) => [id, held])),
  }
  const gather = () => gatherComponents(affected, pending, edges, people, ledger)
  const gathered = await gather()
  const regrouped = regroup(gathered, pending, edges.features, plan.claims ?? [], { ...context, rules: served.rules })
  const read = new Map(regrouped.read.map(({ id, revision }) => [id, revision]))
  for (const [id, revision] of plan.seen ?? []) {
    if (read.get(id) === revision) continue
    throw new RegistryError('revision_conflict', 'A product changed while the step was worked out.')
  }
  // Products were read after the edges between their records. From here on their revisions tell of every other step;
  // for what came in between, the edges are read again.
  if ((await ledger.head()).change !== base) {
    const again = await gather()
    if (JSON.stringify(again.components) !== JSON.stringify(gathered.components)) {
      throw new RegistryError('revision_conflict', 'Edges changed while the step was worked out.')
    }
  }
  const { commit, written } = await buildCommit(
    { ...context, settled: served.settled },
    {
      base,
      at,
      token: plan.token,
      suppliers: plan.suppliers ?? [],
      pending,
      edges,
      regrouped,
      reopened: new Map([...reopened].map(([id, { reason }]) => [id, reason])),
      ...(decided === undefined ? {} : { decided }),
    },
  )
  return { regrouped, commit, written }
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
