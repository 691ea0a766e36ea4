import type { Rulings } from '../grouping/rulings.ts'
import type { ProductId } from '../model/utpid.ts'
import type { ProductBefore, ProductRow, RecordId } from '../storage/rows.ts'
import { type Held, plainHeld } from './held-after-undo.ts'
import { crossPairs } from './rule-pairs.ts'

export interface PartsSurroundings {
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
export function partsBefore(
  before: readonly ProductBefore[],
  { held, current, moved, rulings }: PartsSurroundings,
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

function heldOf(id: ProductId, held: ReadonlyMap<ProductId, Held>, current: ReadonlyMap<ProductId, ProductRow>): Held {
  return plainHeld(held.get(id) ?? current.get(id) ?? { verified: false })
}
