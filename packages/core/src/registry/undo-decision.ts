import type { PendingRecord } from '../grouping/pending-record.ts'
import { Rulings } from '../grouping/rulings.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { ProductId } from '../model/utpid.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { DecisionRow, Pin, ProductBefore, ProductRow, RecordId, RulingRow } from '../storage/rows.ts'
import { isSameData } from '../storage/same-data.ts'
import { quoted } from './check-arguments.ts'
import { type DecisionPlan, decideAndReport, recordsOf } from './decide.ts'
import type { DecisionOptions, DecisionReport } from './decision.ts'
import { endedRecord, returnedRecord } from './record-row.ts'
import type { RegistryContext } from './registry-context.ts'
import { crossPairs, refuseConflict } from './rule-pairs.ts'

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
    const held = heldAfter(decision, origin.decision, again, current)
    // An undo may have set free what the decision kept together, or apart.
    const regroups = deleted.length === 0 && (again || REGROUPING.has(origin.decision.kind))
    return {
      kind: 'undo',
      about: [...new Set([...decision.before.map(({ id }) => id), ...current.keys()])],
      records: decision.before.flatMap((each) => each.records),
      people: {
        rulings,
        parts: regroups ? partsBefore(decision.before, { held, current, moved, rulings: new Rulings([...stored, ...rulings]) }) : [],
        held,
      },
      claims: decision.before.flatMap(({ id, records }) => records.map((record) => ({ id, record }))),
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
/** Decisions that changed which records belong together. */
const REGROUPING: ReadonlySet<DecisionRow['kind']> = new Set(['merge', 'split', 'delete'])

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

/** The decision at the end of a chain of undos, and whether it is to be made again. */
async function originOf(
  { ledger }: RegistryContext,
  given: DecisionRow,
): Promise<{ decision: DecisionRow; made: boolean }> {
  let decision = given
  let made = false
  while (decision.undoes !== undefined) {
    const [before] = await ledger.decisions([decision.undoes])
    if (before === undefined) {
      throw new RegistryError('validation_failed', `Change ${decision.undoes} is not known any more.`)
    }
    decision = before
    made = !made
  }
  return { decision, made }
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
    const brought = new Set(origin.before.flatMap(({ records }) => records.filter((id) => !there.has(id))))
    const rows = (await ledger.getProducts(origin.before.map(({ id }) => id))).filter((row) => row !== undefined)
    for (const row of rows) {
      // Some of its records may have come back before the undo: then only those that the undo brought go again.
      const isWhole = !row.records.some((id) => there.has(id))
      if (isWhole) deleted.push(row.id)
      for (const [id, stored] of await recordsOf(context, [row])) {
        if (isWhole || brought.has(id)) pending.set(id, endedRecord(stored, served.rules, at))
      }
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

/** Products that hold the records today, those of the records that are in any, and those moved since the decision. */
async function productsNow(
  { ledger }: RegistryContext,
  { before, at }: DecisionRow,
): Promise<{ current: ReadonlyMap<ProductId, ProductRow>; present: Set<RecordId>; moved: ReadonlySet<RecordId> }> {
  const ids = before.flatMap(({ records }) => records)
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const products = [...new Set(stored.flatMap((each) => each?.link?.productId ?? []))]
  const rows = await readInChunks(products, (chunk) => ledger.getProducts(chunk))
  const current = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])))
  const moved = stored.flatMap((each) => (each?.link !== undefined && each.link.since > at ? [each.row.id] : []))
  return { current, present: new Set(rows.flatMap((row) => row?.records ?? [])), moved: new Set(moved) }
}

type Held = Pick<ProductBefore, 'verified' | 'verifiedBy' | 'pins'>

/** Pins and verification that the undo changes: what was held since by other decisions stays. */
function heldAfter(
  { before }: DecisionRow,
  origin: DecisionRow,
  again: boolean,
  current: ReadonlyMap<ProductId, ProductRow>,
): Map<ProductId, Held> {
  const { kind } = origin
  const held = new Map<ProductId, Held>()
  for (const former of before) {
    const row = current.get(former.id)
    // One that is not active comes back as it was.
    if (row === undefined) held.set(former.id, plainHeld(former))
    else if (kind === 'verify' || kind === 'unverify') {
      const { verified, verifiedBy } = former
      held.set(former.id, plainHeld({ verified, verifiedBy, pins: row.pins }))
    } else if (kind === 'pin' || kind === 'unpin') {
      const pins: Record<string, Pin> = {}
      const unpinned = origin.before.find(({ id }) => id === former.id)?.pins ?? {}
      for (const field of new Set([...Object.keys(row.pins ?? {}), ...Object.keys(former.pins ?? {})])) {
        const [have, want] = [row.pins?.[field], former.pins?.[field]]
        const turned = kind === 'pin' ? have?.at === origin.at || want?.at === origin.at : field in unpinned
        const pin = turned ? want : have
        if (pin !== undefined) pins[field] = pin
      }
      held.set(former.id, plainHeld({ ...row, pins }))
    } else if (kind === 'merge') {
      held.set(
        former.id,
        again ? withWhatComesAgain(former, row, origin.before, current) : withoutWhatCame(former, row, before),
      )
    }
  }
  return held
}

interface UndoSurroundings {
  readonly held: ReadonlyMap<ProductId, Held>
  readonly current: ReadonlyMap<ProductId, ProductRow>
  /** Records that something else put where they are, after the decision. */
  readonly moved: ReadonlySet<RecordId>
  /** As they are after the undo. */
  readonly rulings: Rulings
}

/**
 * The records of each product as they were together before, as far as they are in one product still or it was the
 * decision that took them apart: what something else took apart since stays apart. Of products that only met them since,
 * the other records stay together too.
 */
function partsBefore(
  before: readonly ProductBefore[],
  { held, current, moved, rulings }: UndoSurroundings,
): ProductBefore[] {
  const productOf = new Map<RecordId, ProductId>()
  for (const { id, records } of current.values()) for (const record of records) productOf.set(record, id)
  const isMoved = (piece: readonly RecordId[]): boolean => piece.some((record) => moved.has(record))
  const isApart = (one: readonly RecordId[], other: readonly RecordId[]): boolean =>
    [...crossPairs(one, other)].some(([a, b]) => rulings.areDifferent(a, b))
  const parts: ProductBefore[] = []
  let nameless = NAMELESS
  for (const { id, records } of before) {
    const pieces = new Map<ProductId | undefined, RecordId[]>()
    for (const record of records) {
      const where = productOf.get(record)
      const piece = pieces.get(where)
      if (piece === undefined) pieces.set(where, [record])
      else piece.push(record)
    }
    // One piece goes on under the id; the others are known by their records.
    const first = pieces.get(id) ?? [...pieces.values()][0] ?? []
    const together = [first]
    for (const piece of pieces.values()) {
      if (piece === first) continue
      const own = isMoved(piece) ? undefined : together.find((each) => !isMoved(each) && !isApart(each, piece))
      if (own === undefined) together.push(piece)
      else own.push(...piece)
    }
    for (const piece of together) {
      parts.push({ id: piece === first ? id : nameless--, records: piece, ...heldOf(id, held, current) })
    }
  }
  const known = new Set(before.map(({ id }) => id))
  const taken = new Set(before.flatMap(({ records }) => records))
  for (const row of current.values()) {
    const others = row.records.filter((record) => !taken.has(record))
    if (!known.has(row.id) && others.length > 0) parts.push({ id: row.id, records: others, ...plainHeld(row) })
  }
  return parts
}

/** Below this, an id stands for a product that has no name yet. */
const NAMELESS = -2

/** What a product holds without what others brought to it when they were joined. */
function withoutWhatCame(former: ProductBefore, row: ProductRow, before: readonly ProductBefore[]): Held {
  const others = before.filter(({ id }) => id !== former.id)
  const came = (field: string, pin: Pin): boolean =>
    !isSameData(former.pins?.[field], pin) && others.some(({ pins }) => isSameData(pins?.[field], pin))
  const pins = Object.fromEntries(Object.entries(row.pins ?? {}).filter(([field, pin]) => !came(field, pin)))
  const verifiedCame =
    !former.verified && others.some(({ verified, verifiedBy }) => verified && verifiedBy === row.verifiedBy)
  return plainHeld(verifiedCame ? { verified: false, pins } : { ...row, pins })
}

/**
 * What a product holds with what others bring that join it again. What was gone from the whole when it was taken apart
 * is gone again, although the parts got it back.
 */
function withWhatComesAgain(
  former: ProductBefore,
  row: ProductRow,
  origin: readonly ProductBefore[],
  current: ReadonlyMap<ProductId, ProductRow>,
): Held {
  const pins: Record<string, Pin> = {}
  let verification: Held = { verified: false }
  for (const other of current.values()) {
    if (other.id === row.id || !other.records.some((record) => former.records.includes(record))) continue
    const first = origin.find(({ id }) => id === other.id)
    for (const [field, pin] of Object.entries(other.pins ?? {})) {
      const isGone = isSameData(first?.pins?.[field], pin) && !isSameData(former.pins?.[field], pin)
      if (!isGone && !(field in pins)) pins[field] = pin
    }
    const isGone = first?.verified === true && !former.verified
    if (other.verified && !isGone && !verification.verified) verification = other
  }
  const { verified, verifiedBy } = row.verified ? row : verification
  return plainHeld({ verified, verifiedBy, pins: { ...pins, ...row.pins } })
}

function heldOf(id: ProductId, held: ReadonlyMap<ProductId, Held>, current: ReadonlyMap<ProductId, ProductRow>): Held {
  return plainHeld(held.get(id) ?? current.get(id) ?? { verified: false })
}

function plainHeld({ verified, verifiedBy, pins }: { [Key in keyof Held]?: Held[Key] | undefined }): Held {
  return {
    verified: verified ?? false,
    ...(verifiedBy === undefined ? {} : { verifiedBy }),
    ...(pins === undefined || Object.keys(pins).length === 0 ? {} : { pins }),
  }
}
