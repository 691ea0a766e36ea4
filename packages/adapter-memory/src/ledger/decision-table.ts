import type { DecisionCount, DecisionPosition, DecisionQuery, DecisionRow } from '@utpid/core/storage'
import { upperBound } from '../index/bits/upper-bound.ts'

/** All decisions in the order of time and change, and the same order for each actor, each kind, and each pair of them. */
export class DecisionTable {
  readonly #orders = new Map<string, DecisionRow[]>()

  /** Adds a decision, or replaces the decision of the same change. */
  put(row: DecisionRow): void {
    for (const key of keysOf(row)) {
      const rows = this.#orders.get(key) ?? []
      this.#orders.set(key, rows)
      const at = firstFrom(rows, row)
      rows.splice(at, rows[at]?.change === row.change ? 1 : 0, row)
    }
  }

  /** Returns the newest decisions before a position. */
  list({ actor, kind, from, before, limit }: DecisionQuery): DecisionRow[] {
    const rows = this.#orders.get(keyOf(actor, kind)) ?? []
    const end = before === undefined ? rows.length : firstFrom(rows, before)
    const start = from === undefined ? 0 : firstFrom(rows, { at: from, change: 0 })
    return rows.slice(Math.max(start, end - limit), Math.max(start, end)).reverse()
  }

  count(from: string, to: string): DecisionCount[] {
    const rows = this.#orders.get(keyOf(undefined, undefined)) ?? []
    const counts = new Map<string, DecisionCount>()
    for (let at = firstFrom(rows, { at: from, change: 0 }); at < rows.length; at++) {
      const { at: time, actor, kind } = rows[at] as DecisionRow
      const day = time.slice(0, DAY_CHARACTERS)
      if (day > to) break
      const key = `${day} ${kind} ${actor}`
      counts.set(key, { day, actor, kind, count: (counts.get(key)?.count ?? 0) + 1 })
    }
    return [...counts.values()]
  }
}

/** The number of characters of a day in a time. */
const DAY_CHARACTERS = 10

/** Returns the place of the first row at or after a position. */
function firstFrom(rows: readonly DecisionRow[], { at: time, change }: DecisionPosition): number {
  return upperBound(rows.length, (at) => {
    const row = rows[at] as DecisionRow
    return row.at === time ? row.change >= change : row.at > time
  })
}

function keysOf({ actor, kind }: DecisionRow): string[] {
  return [keyOf(undefined, undefined), keyOf(actor, undefined), keyOf(undefined, kind), keyOf(actor, kind)]
}

function keyOf(actor: string | undefined, kind: string | undefined): string {
  return JSON.stringify([kind, actor])
}
