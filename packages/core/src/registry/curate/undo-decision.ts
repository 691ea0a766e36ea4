import { Judgements } from '../../clustering/constraints/judgements.ts'
import { differentAmong, sameBetween, sameSets } from '../../clustering/constraints/judgements-between.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { DecisionRow, JudgementRow, ProductRow, RecordId } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import type { DecisionOptions, DecisionReport } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { deactivatedRecord, reactivatedRecord } from '../records/record-row.ts'
import { claimsOfUndo } from './claims-of-undo.ts'
import { curationAfterUndo } from './curation-after-undo.ts'
import { type DecisionPlan, decideAndReport, recordsOf } from './decide.ts'
import { readJudgements, recordsOfJudgements, rejectConflict } from './judge-pairs.ts'
import { partsBefore, partsNow } from './parts-before.ts'
import { classMerges } from './split-copies.ts'

/**
 * Undoes a decision: withdraws its judgements and returns the records, pins and verification of its products to their
 * former state. An undo of the undo restores the judgements. Clustering assigns all other records.
 */
export function undoDecision(
  context: RegistryContext,
  change: number,
  options: DecisionOptions,
): Promise<DecisionReport> {
  if (!Number.isSafeInteger(change) || change < 1) {
    throw validationError(`undo needs the number of a change; this is ${quoted(change)}.`)
  }
  return decideAndReport(context, undefined, options, async ({ at, actor }): Promise<DecisionPlan> => {
    const decision = await decisionOf(context, change)
    const origin = await originOf(context, decision)
    // The undo of an undo makes the decision again.
    const isRedo = origin.made
    const { current, present, moved } = await productsNow(context, decision)
    const ids = [...decision.before, ...origin.decision.before, ...current.values()].flatMap(({ records }) => records)
    const stored = await readJudgements(context.ledger, ids)
    const judgements = await judgementsAfterUndo(context, stored, origin.decision, isRedo, at)
    const { pending, deleted } = await recordsAfterUndo(context, decision, origin.decision, isRedo, at)
    for (const id of pending.keys()) present.add(id)
    const isUnchanged = !(await isDecidedOn(
      context,
      [...current.keys(), ...decision.before.map(({ id }) => id)],
      change,
    ))
    const held = curationAfterUndo(decision, {
      origin: origin.decision,
      undone: origin.undone,
      isRedo,
      current,
      moved,
      verifiedByMerge:
        origin.decision.kind === 'verify' ? await verifiedByMerge(context, current, decision) : new Set(),
      isUnchanged,
    })
    const judged = new Judgements([...stored, ...judgements])
    const parts = KINDS_WITHOUT_MOVES.has(decision.kind)
      ? partsNow({ curation: held, current })
      : partsBefore(decision.before, { curation: held, current, moved, judgements: judged })
    return {
      kind: 'undo',
      about: [...new Set([...decision.before.map(({ id }) => id), ...current.keys()])],
      records: decision.before.flatMap((each) => each.records),
      curation: { judgements: judgements, parts, curation: held },
      claims: claimsOfUndo(decision.before, parts, { current, judgements: judged }),
      pending,
      deleted,
      undoes: change,
      ...(isRedo ? redoneAlert(origin.decision) : {}),
      earlier: [{ ...decision, undoneBy: THIS_CHANGE }],
      verifications: [...held].flatMap(([id, after]) => {
        const former = decision.before.find((each) => each.id === id) ?? current.get(id)
        // This code skips a product that stays inactive because all its records are inactive.
        if (former?.records.some((record) => present.has(record)) !== true) return []
        if (after.verified === (current.get(id)?.verified ?? false)) return []
        const method = after.verified ? (after.verifiedBy ?? 'manual') : ('withdrawn' as const)
        const note = `Change ${change} was taken back.`
        return [{ productId: id, verified: after.verified, method, actor, note, checks: [] }]
      }),
    }
  })
}

/** Closes an alert about copies again if the redone decision had closed it. */
function redoneAlert({ kind, alert }: DecisionRow): Pick<DecisionPlan, 'resolves'> {
  return alert === undefined ? {} : { resolves: { id: alert, status: kind === 'merge' ? 'merged' : 'dismissed' } }
}

/** An id that no product has. */
const NONE = -1
/** A placeholder for the change number. The ledger replaces this value with the number of the transaction. */
const THIS_CHANGE = 0
/** The kinds of decisions that judged pairs of records. */
const JUDGING_KINDS: ReadonlySet<DecisionRow['kind']> = new Set(['merge', 'dismiss', 'split'])
/**
 * The kinds of decisions that move no record. Any other decision may move records, for example out of a product that is
 * no longer curated.
 */
const KINDS_WITHOUT_MOVES: ReadonlySet<DecisionRow['kind']> = new Set(['dismiss', 'pin', 'verify'])

async function decisionOf({ ledger }: RegistryContext, change: number): Promise<DecisionRow> {
  const [decision] = await ledger.decisions([change])
  if (decision === undefined) {
    throw validationError(`Change ${change} is not a curator decision; there is nothing to undo.`)
  }
  if (decision.undoneBy !== undefined) {
    throw new RegistryError('already_undone', `Change ${change} was already undone by change ${decision.undoneBy}.`, {
      details: { undoneBy: decision.undoneBy },
    })
  }
  return decision
}

/**
 * Returns the decision at the end of a chain of undos, whether the undo makes that decision again, and the decision
 * that the given decision undid.
 */
async function originOf(
  { ledger }: RegistryContext,
  given: DecisionRow,
): Promise<{ decision: DecisionRow; made: boolean; undone: DecisionRow | undefined }> {
  let decision = given
  let undone: DecisionRow | undefined
  let made = false
  while (decision.undoes !== undefined) {
    const [before] = await ledger.decisions([decision.undoes])
    if (before === undefined) throw validationError(`Change ${decision.undoes} is no longer stored.`)
    decision = before
    undone ??= before
    made = !made
  }
  return { decision, made, undone }
}

/** Returns the judgements of a decision, as the undo withdraws or restores them. */
async function judgementsAfterUndo(
  context: RegistryContext,
  all: readonly JudgementRow[],
  origin: DecisionRow,
  isRedo: boolean,
  at: string,
): Promise<JudgementRow[]> {
  const own = new Map(all.filter((row) => row.change === origin.change).map((row) => [`${row.a}:${row.b}`, row]))
  const { replaced = [] } = origin
  if (!isRedo) {
    const standing = [...own.values()].filter((row) => row.withdrawnAt === undefined)
    // Judgements that a split replaced return, unless an undo has since withdrawn the decision to which they belong.
    const merges = await classMerges(context.ledger, replaced)
    const back = replaced.filter(
      ({ a, b, change }) => own.has(`${a}:${b}`) && merges.get(change)?.undoneBy === undefined,
    )
    const others = all.filter((row) => row.change !== origin.change)
    if (back.length > 0) await rejectContradicted(context, origin, back, others)
    const rows = new Map(standing.map((row) => [`${row.a}:${row.b}`, { ...row, withdrawnAt: at }]))
    return [
      ...new Map<string, JudgementRow>([...rows, ...back.map((row) => [`${row.a}:${row.b}`, row] as const)]).values(),
    ]
  }
  // The code again replaces the judgements that returned when the split was undone.
  const pairs = new Map(replaced.map((row) => [`${row.a}:${row.b}`, row.change]))
  const isReplaced = ({ a, b, change }: JudgementRow): boolean => pairs.get(`${a}:${b}`) === change
  const { actor, at: decidedAt, note, change } = origin
  const lastVerifications = { actor, at: decidedAt, change, ...defined({ note }) }
  const made = [
    ...[...own.values()].map(({ withdrawnAt: _, ...row }) => row),
    ...all.filter(isReplaced).map(({ a, b }): JudgementRow => ({ a, b, verdict: 'different', ...lastVerifications })),
  ]
  if (made.length === 0 && JUDGING_KINDS.has(origin.kind)) await rejectReplaced(context, origin, all)
  await rejectContradicted(
    context,
    origin,
    made,
    all.filter((row) => !isReplaced(row)),
  )
  return made
}

/**
 * Rejects the undo if later judgements replaced those of the decision, since a pair of records has only one judgement.
 * In that case, nothing can be restored, unless the later judgement has the same verdict.
 */
async function rejectReplaced(
  { ledger }: RegistryContext,
  origin: DecisionRow,
  all: readonly JudgementRow[],
): Promise<void> {
  const verdict = origin.kind === 'merge' ? 'same' : 'different'
  const productOf = new Map(origin.before.flatMap(({ id, records }) => records.map((record) => [record, id] as const)))
  const isBetween = (a: ProductId | undefined, b: ProductId | undefined): boolean =>
    a !== undefined && b !== undefined && (origin.kind === 'split' || a !== b)
  const since = all.filter(
    ({ a, b, change, withdrawnAt }) =>
      change > origin.change && withdrawnAt === undefined && isBetween(productOf.get(a), productOf.get(b)),
  )
  if (since.some((row) => row.verdict === verdict)) return
  rejectConflict('This', since, await recordsOfJudgements(ledger, since))
  throw validationError(
    `The judgements of change ${origin.change} were replaced and withdrawn since; make the decision again instead.`,
  )
}

/** Checks that no later judgement contradicts the restored judgements. */
async function rejectContradicted(
  { ledger }: RegistryContext,
  origin: DecisionRow,
  made: readonly JudgementRow[],
  all: readonly JudgementRow[],
): Promise<void> {
  const judgements = new Judgements(all)
  const [left, right] = origin.before
  if (origin.kind === 'dismiss' && left !== undefined && right !== undefined) {
    // The dismissal was about every pair across the two products, including pairs with a later judgement.
    const contradicting = sameBetween(judgements, left.records, right.records)
    rejectConflict('This', contradicting, await recordsOfJudgements(ledger, contradicting))
  }
  const stored = await recordsOfJudgements(ledger, made)
  const ids = [...new Set([...stored.values()].flatMap(({ link }) => link?.productId ?? []))]
  const rows = await readInChunks(ids, (chunk) => ledger.getProducts(chunk))
  const products = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])))
  const contradicting = made.flatMap(({ a, b, verdict }) =>
    verdict === 'different' ? sameBetween(judgements, [a], [b]) : [],
  )
  for (const records of sameSets(new Judgements(made))) {
    const joined = new Set(records.map((id) => products.get(stored.get(id)?.link?.productId ?? NONE)))
    const sides = [...joined].flatMap((row) => (row === undefined ? [] : [row.records]))
    contradicting.push(...differentAmong(judgements, sides))
  }
  rejectConflict('This', contradicting, await recordsOfJudgements(ledger, contradicting))
}

/**
 * Returns the records that the undo of a deletion makes active again, or that the undo of that undo makes inactive
 * again.
 */
async function recordsAfterUndo(
  context: RegistryContext,
  decision: DecisionRow,
  origin: DecisionRow,
  isRedo: boolean,
  at: string,
): Promise<{ pending: Map<RecordId, PendingRecord>; deleted: ProductId[] }> {
  const pending = new Map<RecordId, PendingRecord>()
  const deleted: ProductId[] = []
  if (origin.kind !== 'delete') return { pending, deleted }
  const { ledger, active } = context
  if (isRedo) {
    const there = new Set(decision.before.flatMap(({ records }) => records))
    // Some records may have returned before the undo. Only the records that the undo returned become inactive again.
    const brought = origin.before.flatMap(({ records }) => records.filter((id) => !there.has(id)))
    for (const stored of await readInChunks(brought, (chunk) => ledger.getRecords(chunk))) {
      if (stored?.link?.since !== decision.at) continue
      pending.set(stored.row.id, deactivatedRecord(stored, active.rules, at))
    }
    for (const row of await ledger.getProducts(origin.before.map(({ id }) => id))) {
      if (row === undefined || row.records.some((id) => there.has(id))) continue
      deleted.push(row.id)
      for (const [id, stored] of await recordsOf(context, [row]))
        pending.set(id, deactivatedRecord(stored, active.rules, at))
    }
    return { pending, deleted }
  }
  const gone = new Set(decision.before.map(({ id }) => id))
  const ids = decision.before.flatMap(({ records }) => records)
  for (const stored of await readInChunks(ids, (chunk) => ledger.getRecords(chunk))) {
    const from = stored?.row.formerProduct
    if (stored !== undefined && from !== undefined && gone.has(from)) {
      pending.set(stored.row.id, reactivatedRecord(stored, active.rules, at))
    }
  }
  return { pending, deleted }
}

/**
 * Returns the products that have the records today, and the former products that are active with other records. The
 * function also returns all records of these products, and the records that moved after the decision.
 */
async function productsNow(
  { ledger }: RegistryContext,
  { before, at }: DecisionRow,
): Promise<{ current: ReadonlyMap<ProductId, ProductRow>; present: Set<RecordId>; moved: ReadonlySet<RecordId> }> {
  const ids = before.flatMap(({ records }) => records)
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const products = [
    ...new Set([...stored.flatMap((each) => each?.link?.productId ?? []), ...before.map(({ id }) => id)]),
  ]
  const rows = await readInChunks(products, (chunk) => ledger.getProducts(chunk))
  const current = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])))
  const moved = stored.flatMap((each) => (each?.link !== undefined && each.link.since > at ? [each.row.id] : []))
  return { current, present: new Set(rows.flatMap((row) => row?.records ?? [])), moved: new Set(moved) }
}

/** Reports whether one of the products has a later decision or a later change of its verification. */
async function isDecidedOn({ ledger }: RegistryContext, ids: readonly ProductId[], change: number): Promise<boolean> {
  const isLater = (each: number): boolean => each > change
  const lineage = await readInChunks(ids, (chunk) => ledger.lineage(chunk))
  if (lineage.some((row) => row?.decisions?.some(isLater))) return true
  const verifications = await readInChunks(ids, (chunk) => ledger.verifications(chunk))
  return verifications.flat().some((row) => isLater(row.change))
}

/** Returns the verified products whose only valid verification came from a merged product and is now undone. */
async function verifiedByMerge(
  { ledger }: RegistryContext,
  current: ReadonlyMap<ProductId, ProductRow>,
  undone: DecisionRow,
): Promise<Set<ProductId>> {
  const found = new Set<ProductId>()
  for (const { id, verified, mergedIds = [] } of current.values()) {
    if (!verified) continue
    const histories = await readInChunks([id, ...mergedIds], (chunk) => ledger.verifications(chunk))
    // The last verification of each product. If a merge copied this verification, it belongs to a decision about
    // another product.
    const lastVerifications = histories.flatMap(
      (rows) => rows.filter(({ change }) => change !== undone.change).at(-1) ?? [],
    )
    const standing = lastVerifications.filter(({ verified, change }) => verified && change !== undone.change)
    const decisions = await readInChunks(
      standing.map(({ change }) => change),
      (chunk) => ledger.decisions(chunk),
    )
    if (!decisions.some((each) => each?.kind === 'verify' && each.undoneBy === undefined)) found.add(id)
  }
  return found
}
