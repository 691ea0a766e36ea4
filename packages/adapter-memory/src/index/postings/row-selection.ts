import { type Bitset, countRows, eachRow, hasRow, setRow, wordsFor } from '../bits/bitset.ts'
import { intersection, type SharedBits } from './posting-list.ts'
import { unionOfLists } from './union.ts'

/**
 * Selected rows of a segment, ascending: a list of few rows, a bitset of many rows, or all rows. The rows may be in
 * shared memory and are never modified.
 */
export type RowSelection =
  | { readonly kind: 'list'; readonly rows: Uint32Array }
  | { readonly kind: 'bits'; readonly bits: SharedBits }
  | { readonly kind: 'all' }

export const ALL: RowSelection = { kind: 'all' }
export const NONE: RowSelection = { kind: 'list', rows: new Uint32Array(0) }

export function listed(rows: Uint32Array): RowSelection {
  return { kind: 'list', rows }
}

export function both(a: RowSelection, b: RowSelection): RowSelection {
  if (a.kind === 'all') return b
  if (b.kind === 'all') return a
  if (a.kind === 'list' && b.kind === 'list') return listed(intersection(a.rows, b.rows))
  if (a.kind === 'list') return listed(keepIn(a.rows, (b as { bits: SharedBits }).bits))
  if (b.kind === 'list') return listed(keepIn(b.rows, a.bits))
  const bits = new Uint32Array(a.bits.length)
  for (let at = 0; at < bits.length; at++) bits[at] = (a.bits[at] as number) & (b.bits[at] as number)
  return { kind: 'bits', bits }
}

export function inAny(selections: readonly RowSelection[], rowsInAll: number): RowSelection {
  const nonEmpty = selections.filter((each) => each.kind !== 'list' || each.rows.length > 0)
  const [first] = nonEmpty
  if (first === undefined) return NONE
  if (nonEmpty.length === 1) return first
  if (nonEmpty.some(({ kind }) => kind === 'all')) return ALL
  const lists = nonEmpty.flatMap((each) => (each.kind === 'list' ? [each.rows] : []))
  if (lists.length === nonEmpty.length) {
    const bound = lists.reduce((sum, { length }) => sum + length, 0)
    return listed(unionOfLists(lists, bound, rowsInAll))
  }
  const bits = new Uint32Array(wordsFor(rowsInAll))
  for (const each of nonEmpty) addSelection(bits, each)
  return { kind: 'bits', bits }
}

export function without(selection: RowSelection, others: Bitset, rowsInAll: number): RowSelection {
  if (selection.kind === 'list') return listed(selection.rows.filter((row) => !hasRow(others, row)))
  const bits = new Uint32Array(others.length)
  if (selection.kind === 'bits') {
    for (let at = 0; at < bits.length; at++) bits[at] = (selection.bits[at] as number) & ~(others[at] as number)
  } else {
    for (let at = 0; at < bits.length; at++) bits[at] = ~(others[at] as number)
    const beyond = rowsInAll & 31
    if (beyond > 0) bits[bits.length - 1] = (bits.at(-1) as number) & ((1 << beyond) - 1)
  }
  return { kind: 'bits', bits }
}

export function addSelection(bits: Bitset, selection: RowSelection): void {
  if (selection.kind === 'list') for (const row of selection.rows) setRow(bits, row)
  else if (selection.kind === 'all') bits.fill(0xffff_ffff)
  else for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) | (selection.bits[at] as number)
}

export function countOf(selection: RowSelection, rowsInAll: number): number {
  if (selection.kind === 'list') return selection.rows.length
  if (selection.kind === 'all') return rowsInAll
  return countRows(selection.bits)
}

export function listOf(selection: RowSelection, rowsInAll: number): Uint32Array {
  if (selection.kind === 'list') return selection.rows
  if (selection.kind === 'all') return Uint32Array.from({ length: rowsInAll }, (_, row) => row)
  const rows = new Uint32Array(countOf(selection, rowsInAll))
  let length = 0
  eachRow(selection.bits, (row) => {
    rows[length++] = row
  })
  return rows
}

/** Visits the rows in ascending order, without building a list. */
export function eachSelected(selection: RowSelection, rowsInAll: number, visit: (row: number) => void): void {
  if (selection.kind === 'list') for (const row of selection.rows) visit(row)
  else if (selection.kind === 'bits') eachRow(selection.bits, visit)
  else for (let row = 0; row < rowsInAll; row++) visit(row)
}

/** Returns at most `max` rows, from row `from` on. */
export function rowsFrom(selection: RowSelection, from: number, max: number, rowsInAll: number): number[] {
  const rows: number[] = []
  if (selection.kind === 'all') {
    for (let row = from; row < rowsInAll && rows.length < max; row++) rows.push(row)
  } else if (selection.kind === 'list') {
    for (let at = firstFrom(selection.rows, from); at < selection.rows.length && rows.length < max; at++) {
      rows.push(selection.rows[at] as number)
    }
  } else {
    const { bits } = selection
    for (let word = from >>> 5; word < bits.length && rows.length < max; word++) {
      let rest = bits[word] as number
      if (word === from >>> 5) rest &= -1 << (from & 31)
      for (; rest !== 0 && rows.length < max; rest &= rest - 1) rows.push((word << 5) + 31 - Math.clz32(rest & -rest))
    }
  }
  return rows
}

function keepIn(rows: Uint32Array, bits: SharedBits): Uint32Array {
  const kept = new Uint32Array(rows.length)
  let length = 0
  for (const row of rows) if ((((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1) kept[length++] = row
  return kept.subarray(0, length)
}

function firstFrom(rows: Uint32Array, from: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return low
}
