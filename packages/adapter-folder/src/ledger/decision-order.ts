import { createHash } from 'node:crypto'
import type { DecisionCount, DecisionKind, DecisionPosition, DecisionQuery, DecisionRow } from '@utpid/core/storage'
import { decodeJson, decodeNumber, encodeJson, encodeNumber } from '../rows/row-encoding.ts'
import { idKey, idOf } from '../rows/row-keys.ts'
import type { LedgerTables, Table } from '../tables/lmdb-tables.ts'
import { POINTER } from './pair-rows.ts'

/**
 * The table `decisionOrder`: entries that list decisions newest first, and the number of decisions of each day, actor
 * and kind. Each decision has four entries: one among all decisions, one among those of its actor, one among those of
 * its kind, and one among those of both. One more row has the number of listed decisions. The whole table can be rebuilt from the decisions.
 */
type OrderTables = Pick<LedgerTables['table'], 'decisions' | 'decisionOrder'>

const COUNT_MARK = Buffer.from([0])
const ENTRY_MARK = Buffer.from([1])
/** The key of the number of listed decisions. */
const LISTED_KEY = Buffer.from([2])
const ENTRIES_PER_DECISION = 4
const HASH_BYTES = 16
const MS_PER_DAY = 86_400_000
/** The highest number in a key. Keys contain the distance to it, so that ascending keys are newest first. */
const LAST = Number.MAX_SAFE_INTEGER
/** The value of a missing row, which fails to decode as damaged. */
const MISSING = Buffer.alloc(0)
const DECISION = 'A decision'
const COUNT = 'A number of decisions'

/** Writes a decision with its entries. Call this function inside a transaction. */
export function putDecision({ decisions, decisionOrder }: OrderTables, row: DecisionRow): void {
  const key = idKey(row.change)
  // An undo writes the decision again, with the same entries.
  if (!decisions.doesExist(key)) {
    addEntries(decisionOrder, row)
    decisionOrder.put(LISTED_KEY, encodeNumber(listedIn(decisionOrder) + 1))
  }
  decisions.putTransferred(key, encodeJson(row))
}

/** Returns the newest decisions before a position. */
export function listDecisions(
  { decisions, decisionOrder }: OrderTables,
  { actor, kind, from, before, limit }: DecisionQuery,
): DecisionRow[] {
  const list = listKey(actor, kind)
  const start = before === undefined ? list : Buffer.concat([list, positionKey(before)])
  const end = from === undefined ? Buffer.concat([list, LAST_POSITION]) : endKey(list, from)
  const range = { start, exclusiveStart: true, end, limit }
  return [...decisionOrder.getKeys(range)].map((entry) => {
    const change = LAST - idOf(entry.subarray(list.length), 1)
    const value = decisions.get(idKey(change))
    return decodeJson<DecisionRow>(value ?? MISSING, `Decision of change ${change}`)
  })
}

/** Returns the counts of a range of days. */
export function countDecisions({ decisionOrder }: OrderTables, from: string, to: string): DecisionCount[] {
  const range = { start: dayKey(from), end: Buffer.concat([dayKey(to), LAST_HASH]) }
  return [...decisionOrder.getRange(range)].map(({ value }) => decodeJson<DecisionCount>(value, COUNT))
}

/** Reports whether the table lacks entries, since an earlier version of utpid has written decisions without them. */
export function lacksEntries({ decisions, decisionOrder }: OrderTables): boolean {
  return listedIn(decisionOrder) !== decisions.entries
}

/** Fills the table from the decisions. Call this function inside a transaction. */
export function fillOrder({ decisions, decisionOrder }: OrderTables): void {
  decisionOrder.clearSync()
  let listed = 0
  for (const { value } of decisions.getRange()) {
    addEntries(decisionOrder, decodeJson<DecisionRow>(value, DECISION))
    listed++
  }
  if (listed > 0) decisionOrder.put(LISTED_KEY, encodeNumber(listed))
}

/** Returns the rows that the table should have: the keys of entries as hexadecimal text, with the counts of days. */
export class ExpectedOrder {
  readonly #counts = new Map<string, number>()
  #decisions = 0

  /** @returns whether the table has all entries of the decision. */
  add(table: Table, row: DecisionRow): boolean {
    this.#decisions++
    const key = countKey(row).toString('hex')
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    return entryKeys(row).every((each) => table.doesExist(each))
  }

  /** Reports whether the table has no other entries, and the right counts. */
  isComplete(table: Table): boolean {
    if (listedIn(table) !== this.#decisions) return false
    const rows = ENTRIES_PER_DECISION * this.#decisions + this.#counts.size + (this.#decisions === 0 ? 0 : 1)
    if (table.entries !== rows) return false
    return [...this.#counts].every(([key, count]) => countIn(table, Buffer.from(key, 'hex')) === count)
  }
}

function addEntries(table: Table, row: DecisionRow): void {
  for (const key of entryKeys(row)) table.put(key, POINTER)
  const key = countKey(row)
  const { actor, kind } = row
  const counted: DecisionCount = { day: dayOf(row), actor, kind, count: (countIn(table, key) ?? 0) + 1 }
  table.putTransferred(key, encodeJson(counted))
}

function listedIn(table: Table): number {
  const value = table.get(LISTED_KEY)
  return value === undefined ? 0 : decodeNumber(value, 'The number of listed decisions')
}

function countIn(table: Table, key: Buffer): number | undefined {
  const value = table.get(key)
  return value === undefined ? undefined : decodeJson<DecisionCount>(value, COUNT).count
}

function entryKeys(row: DecisionRow): Buffer[] {
  const { actor, kind } = row
  const lists = [listKey(), listKey(actor), listKey(undefined, kind), listKey(actor, kind)]
  return lists.map((list) => Buffer.concat([list, positionKey(row)]))
}

function listKey(actor?: string, kind?: DecisionKind): Buffer {
  return Buffer.concat([ENTRY_MARK, hashOf([kind, actor])])
}

function positionKey({ at, change }: DecisionPosition): Buffer {
  return idKey(LAST - msOf(at), LAST - change)
}

/** Returns the key after all entries at a time or later. */
function endKey(list: Buffer, from: string): Buffer {
  return Buffer.concat([list, idKey(LAST - msOf(from) + 1, 0)])
}

/** Returns milliseconds since 1970; 0 for earlier times, which have no key. */
function msOf(at: string): number {
  return Math.max(0, Date.parse(at) || 0)
}

function countKey(row: DecisionRow): Buffer {
  return Buffer.concat([dayKey(dayOf(row)), hashOf([row.kind, row.actor])])
}

function dayKey(day: string): Buffer {
  return Buffer.concat([COUNT_MARK, idKey(Math.floor(msOf(day) / MS_PER_DAY))])
}

function dayOf({ at }: DecisionRow): string {
  return at.slice(0, 'YYYY-MM-DD'.length)
}

/** Hashes texts of any length for a key. UTF-16 keeps lone surrogates apart. */
function hashOf(texts: readonly (string | undefined)[]): Buffer {
  return createHash('sha256').update(JSON.stringify(texts), 'utf16le').digest().subarray(0, HASH_BYTES)
}

const LAST_HASH = Buffer.alloc(HASH_BYTES + 1, 0xff)
const LAST_POSITION = Buffer.alloc(HASH_BYTES, 0xff)
