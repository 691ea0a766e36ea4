import type { PendingRecord } from '../grouping/pending-record.ts'
import { Rulings } from '../grouping/rulings.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { ProductId } from '../model/utpid.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { DecisionRow, ProductRow, RecordId, RulingRow } from '../storage/rows.ts'
import { quoted } from './check-arguments.ts'
import { claimsOfUndo } from './claims-of-undo.ts'
import { type DecisionPlan, decideAndReport, recordsOf } from './decide.ts'
import type { DecisionOptions, DecisionReport } from './decision.ts'
import { heldAfterUndo } from './held-after-undo.ts'
import { partsBefore } from './parts-before.ts'
import { endedRecord, returnedRecord } from './record-row.ts'
import type { RegistryContext } from './registry-context.ts'
import { refuseConflict } from './rule-pairs.ts'

/**
 * Takes back a decision: its rulings are withdrawn (of an undo: made again), products go back to the records, pins
 * and verification that they had before, and what the machine makes of the rest is worked out anew.
 */
export function undoDecision(
  context: RegistryContext,
  change: number,
  options: DecisionOptions,
): Promise<DecisionReport> {
  if (!Number.isSafeInteger(change) || change < 1) {
    throw new RegistryError('validation_failed', `undo takes the number of a change; this is ${quoted(change)}.`)
  }
  return decideAndReport(context, options, async ({ at, by }): Promise<DecisionPlan> => {
    const decision = await decisionOf(context, change)
    const origin = await originOf(context, decision)
    // Taking back an undo makes good again what it took back.
    const again = origin.made
    const { current, present, moved } = await productsNow(context, decision)
    const stored = await rulingsOn(context, [...decision.before, ...origin.decision.before, ...current.values()])
    const rulings = await rulingsToTurn(context, stored, origin.decision, again, at)
    const { pending, deleted } = await endingsToTurn(context, decision, origin.decision, again, at)
    for (const id of pending.keys()) present.add(id)
    const held = heldAfterUndo(decision, { origin: origin.decision, taken: origin.taken, again, current, moved })
    const after = new Rulings([...stored, ...rulings])
    const parts = MOVES_NOTHING.has(decision.kind)
      ? []
      : partsBefore(decision.before, { held, current, moved, rulings: after })
    return {
      kind: 'undo',
      about: [...new Set([...decision.before.map(({ id }) => id), ...current.keys()])],
      records: decision.before.flatMap((each) => each.records),
      people: { rulings, parts, held },
      claims: claimsOfUndo(decision.before, parts, { current, rulings: after }),
      pending,
      deleted,
      undoes: change,
      earlier: [{ ...decision, undoneBy: STEP_ITSELF }],
      verifications: [...held].flatMap(([id, after]) => {
        const former = decision.before.find((each) => each.id === id)
        // Nothing is said of a product that does not come back, since all of its records have ended.
        if (former?.records.some((record) => present.has(record)) !== true) return []
        if (after.verified === (current.get(id)?.verified ?? false)) return []
        const method = after.verified ? (after.verifiedBy ?? 'manual') : ('withdrawn' as const)
        const note = `Change ${change} was taken back.`
        return [{ productId: id, verified: after.verified, method, by, note, checks: [] }]
      }),
    }
  })
}

/** The ledger puts the number of the step in its place. */
const STEP_ITSELF = 0
/** Decisions that ruled on pairs of records. */
const RULING: ReadonlySet<DecisionRow['kind']> = new Set(['merge', 'dismiss', 'split'])
/** Decisions that leave every record where it is; all others may set records free, be it of a product that is kept no more. */
const MOVES_NOTHING: ReadonlySet<DecisionRow['kind']> = new Set(['dismiss', 'pin', 'verify'])

async function decisionOf({ ledger }: RegistryContext, change: number): Promise<DecisionRow> {
  const [decision] = await ledger.decisions([change])
  if (decision === undefined) {
    throw new RegistryError('validation_failed', `Change ${change} is not a decision of a person; nothing to undo.`)
  }
  if (decision.undoneBy !== undefined) {
    throw new RegistryError('already_undone', `Change ${change} was taken back by change ${decision.undoneBy}.`, {
      details: { undoneBy: decision.undoneBy },
    })
  }
  return decision
}

/** The decision at the end of a chain of undos, whether it is to be made again, and what the given one took back. */
async function originOf(
  { ledger }: RegistryContext,
  given: DecisionRow,
): Promise<{ decision: DecisionRow; made: boolean; taken: DecisionRow | undefined }> {
  let decision = given
  let taken: DecisionRow | undefined
  let made = false
  while (decision.undoes !== undefined) {
    const [before] = await ledger.decisions([decision.undoes])
    if (before === undefined) {
      throw new RegistryError('validation_failed', `Change ${decision.undoes} is not known any more.`)
    }
    decision = before
    taken ??= before
    made = !made
  }
  return { decision, made, taken }
}

/** What is ruled on the records of products, also what was withdrawn. */
async function rulingsOn(
  { ledger }: RegistryContext,
  products: readonly { readonly records: readonly RecordId[] }[],
): Promise<RulingRow[]> {
  const ids = [...new Set(products.flatMap(({ records }) => records))]
  const rows = (await readInChunks(ids, (chunk) => ledger.rulings(chunk))).flat()
  // Each of a pair of records tells of it.
  return [...new Map(rows.map((row) => [`${row.a}:${row.b}`, row])).values()]
}

/** The rulings of a decision, withdrawn or made again. */
async function rulingsToTurn(
  context: RegistryContext,
  all: readonly RulingRow[],
  origin: DecisionRow,
  again: boolean,
  at: string,
): Promise<RulingRow[]> {
  const own = new Map(all.filter((row) => row.change === origin.change).map((row) => [`${row.a}:${row.b}`, row]))
  if (!again) {
    return [...own.values()].filter((row) => row.withdrawnAt === undefined).map((row) => ({ ...row, withdrawnAt: at }))
  }
  const made = [...own.values()].map(({ withdrawnAt: _, ...row }) => row)
  if (made.length === 0 && RULING.has(origin.kind)) await refuseReplaced(context, origin, all)
  await refuseOpposed(context, made, all)
  return made
}

/**
 * A pair of records has one ruling, so what is ruled on it later takes the place of the earlier one: then there is
 * nothing to be made good again, unless the later one says the same.
 */
async function refuseReplaced(context: RegistryContext, origin: DecisionRow, all: readonly RulingRow[]): Promise<void> {
  const verdict = origin.kind === 'merge' ? 'same' : 'different'
  const productOf = new Map(origin.before.flatMap(({ id, records }) => records.map((record) => [record, id] as const)))
  const isBetween = (a: ProductId | undefined, b: ProductId | undefined): boolean =>
    a !== undefined && b !== undefined && (origin.kind === 'split' || a !== b)
  const since = all.filter(
    ({ a, b, change, withdrawnAt }) =>
      change > origin.change && withdrawnAt === undefined && isBetween(productOf.get(a), productOf.get(b)),
  )
  if (since.some((row) => row.verdict === verdict)) return
  const stored = await readInChunks([...new Set(since.flatMap(({ a, b }) => [a, b]))], (ids) =>
    context.ledger.getRecords(ids),
  )
  refuseConflict('This', since, new Map(stored.flatMap((each) => (each === undefined ? [] : [[each.row.id, each]]))))
  throw new RegistryError(
    'validation_failed',
    `What change ${origin.change} ruled was ruled anew and withdrawn since; make the decision again instead.`,
  )
}

/** Rulings made since may speak against making earlier ones good again. */
async function refuseOpposed(
  context: RegistryContext,
  made: readonly RulingRow[],
  all: readonly RulingRow[],
): Promise<void> {
  const active = all.filter(({ withdrawnAt }) => withdrawnAt === undefined)
  const stored = await readInChunks([...new Set(made.flatMap(({ a, b }) => [a, b]))], (ids) =>
    context.ledger.getRecords(ids),
  )
  const records = new Map(stored.flatMap((each) => (each === undefined ? [] : [[each.row.id, each] as const])))
  const productOf = (id: RecordId): ProductId | undefined => records.get(id)?.link?.productId
  for (const { a, b, verdict } of made) {
    const [productA, productB] = [productOf(a), productOf(b)]
    if (productA === undefined || productB === undefined) continue
    if (verdict === 'different') {
      refuseConflict('This', sameBetween(a, b, active), records)
      continue
    }
    const against = active.filter((row) => {
      const [x, y] = [productOf(row.a), productOf(row.b)]
      return row.verdict === 'different' && ((x === productA && y === productB) || (x === productB && y === productA))
    })
    refuseConflict('This', against, records)
  }
}

/** The rulings of same that lead from one record to another, also through others; none when they do not. */
function sameBetween(a: RecordId, b: RecordId, active: readonly RulingRow[]): RulingRow[] {
  const same = active.filter(({ verdict }) => verdict === 'same')
  const cameBy = new Map<RecordId, RulingRow | undefined>([[a, undefined]])
  for (const id of cameBy.keys()) {
    for (const row of same) {
      const next = row.a === id ? row.b : row.b === id ? row.a : undefined
      if (next !== undefined && !cameBy.has(next)) cameBy.set(next, row)
    }
  }
  const path: RulingRow[] = []
  for (let id = b, row = cameBy.get(b); row !== undefined; row = cameBy.get(id)) {
    path.push(row)
    id = row.a === id ? row.b : row.a
  }
  return path.reverse()
}

/** Records that come back since a deletion is undone, or end again since that is undone. */
async function endingsToTurn(
  context: RegistryContext,
  decision: DecisionRow,
  origin: DecisionRow,
  again: boolean,
  at: string,
): Promise<{ pending: Map<RecordId, PendingRecord>; deleted: ProductId[] }> {
  const pending = new Map<RecordId, PendingRecord>()
  const deleted: ProductId[] = []
  if (origin.kind !== 'delete') return { pending, deleted }
  const { ledger, served } = context
  if (again) {
    const there = new Set(decision.before.flatMap(({ records }) => records))
    // Some records may have come back before the undo: then only those that the undo brought go again.
    const brought = origin.before.flatMap(({ records }) => records.filter((id) => !there.has(id)))
    for (const stored of await readInChunks(brought, (chunk) => ledger.getRecords(chunk))) {
      if (stored?.link?.since !== decision.at) continue
      pending.set(stored.row.id, endedRecord(stored, served.rules, at))
    }
    for (const row of await ledger.getProducts(origin.before.map(({ id }) => id))) {
      if (row === undefined || row.records.some((id) => there.has(id))) continue
      deleted.push(row.id)
      for (const [id, stored] of await recordsOf(context, [row])) pending.set(id, endedRecord(stored, served.rules, at))
    }
    return { pending, deleted }
  }
  const gone = new Set(decision.before.map(({ id }) => id))
  const ids = decision.before.flatMap(({ records }) => records)
  for (const stored of await readInChunks(ids, (chunk) => ledger.getRecords(chunk))) {
    const from = stored?.row.endedFrom
    if (stored !== undefined && from !== undefined && gone.has(from)) {
      pending.set(stored.row.id, returnedRecord(stored, served.rules, at))
    }
  }
  return { pending, deleted }
}

/**
 * Products that hold the records today, and those of before that are active by others; the records that are in any; and
 * those moved since the decision.
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
