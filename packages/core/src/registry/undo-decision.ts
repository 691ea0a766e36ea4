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
    const stored = await rulingsOn(context, decision, origin.decision)
    const rulings = await rulingsToTurn(context, stored, origin.decision, again, at)
    const { pending, deleted } = await endingsToTurn(context, decision, origin.decision, again, at)
    const { current, present, strayed } = await productsNow(context, decision)
    for (const id of pending.keys()) present.add(id)
    const held = heldAfter(decision, origin.decision, again, current)
    const regroups = deleted.length === 0 && REGROUPING.has(origin.decision.kind)
    return {
      kind: 'undo',
      about: [...new Set([...decision.before.map(({ id }) => id), ...current.keys()])],
      records: decision.before.flatMap((each) => each.records),
      people: {
        rulings,
        parts: regroups ? partsBefore(decision.before, { held, current, strayed, stored, turned: rulings }) : [],
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

/** What is ruled on the records of a decision, also what was withdrawn. */
async function rulingsOn(
  { ledger }: RegistryContext,
  decision: DecisionRow,
  origin: DecisionRow,
): Promise<RulingRow[]> {
  const ids = [...new Set([...decision.before, ...origin.before].flatMap(({ records }) => records))]
  return (await readInChunks(ids, (chunk) => ledger.rulings(chunk))).flat()
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
    const against = active.filter((row) => {
      if (row.verdict === verdict) return false
      const [x, y] = [productOf(row.a), productOf(row.b)]
      if (verdict === 'same') return (x === productA && y === productB) || (x === productB && y === productA)
      return (row.a === a && row.b === b) || (productA === productB && x === productA && y === productA)
    })
    refuseConflict('This', against, records)
  }
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
    const rows = (await ledger.getProducts(origin.before.map(({ id }) => id))).filter((row) => row !== undefined)
    for (const [id, stored] of await recordsOf(context, rows)) pending.set(id, endedRecord(stored, served.rules, at))
    return { pending, deleted: rows.map(({ id }) => id) }
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

/** Products that hold the records today, those of the records that are in any, and those that became something else. */
async function productsNow(
  { ledger }: RegistryContext,
  { before }: DecisionRow,
): Promise<{ current: ReadonlyMap<ProductId, ProductRow>; present: Set<RecordId>; strayed: ReadonlySet<RecordId> }> {
  const ids = before.flatMap(({ records }) => records)
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const products = [...new Set(stored.flatMap((each) => each?.link?.productId ?? []))]
  const rows = await readInChunks(products, (chunk) => ledger.getProducts(chunk))
  const current = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])))
  const strayed = stored.flatMap((each) => (each?.row.strayedFrom === undefined ? [] : [each.row.id]))
  return { current, present: new Set(rows.flatMap((row) => row?.records ?? [])), strayed: new Set(strayed) }
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
    } else if (kind === 'merge' && !again) held.set(former.id, withoutWhatCame(former, row, before))
  }
  return held
}

interface UndoSurroundings {
  readonly held: ReadonlyMap<ProductId, Held>
  readonly current: ReadonlyMap<ProductId, ProductRow>
  /** Records that became something else and left their products. */
  readonly strayed: ReadonlySet<RecordId>
  /** What was ruled on the records, and what of that the undo turns. */
  readonly stored: readonly RulingRow[]
  readonly turned: readonly RulingRow[]
}

/**
 * The records of each product as they were together before, as far as they are in one product still or it was the
 * decision that took them apart: what something else took apart since stays apart. Of products that only met them since,
 * the other records stay together too.
 */
function partsBefore(
  before: readonly ProductBefore[],
  { held, current, strayed, stored, turned }: UndoSurroundings,
): ProductBefore[] {
  const rulings = new Rulings([...stored, ...turned])
  const productOf = new Map<RecordId, ProductId>()
  for (const { id, records } of current.values()) for (const record of records) productOf.set(record, id)
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
      const own = together.find((each) => turnedBetween(each, piece, turned, strayed) && !isApart(each, piece))
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

/** Whether a ruling that is turned was what stood between two sides. */
function turnedBetween(
  one: readonly RecordId[],
  other: readonly RecordId[],
  turned: readonly RulingRow[],
  strayed: ReadonlySet<RecordId>,
): boolean {
  return turned.some(({ a, b }) => {
    if (strayed.has(a) || strayed.has(b)) return false
    return (one.includes(a) && other.includes(b)) || (one.includes(b) && other.includes(a))
  })
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
