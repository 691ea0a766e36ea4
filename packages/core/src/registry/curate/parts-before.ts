import type { Judgements } from '../../clustering/constraints/judgements.ts'
import { differentBetweenRoots, rootsOf } from '../../clustering/constraints/judgements-between.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { ProductBefore, ProductRow, RecordId } from '../../storage/rows.ts'
import { type CurationState, compactCurationState } from './curation-after-undo.ts'

export interface PartsSurroundings {
  readonly curation: ReadonlyMap<ProductId, CurationState>
  readonly current: ReadonlyMap<ProductId, ProductRow>
  /** The records that a later change moved. */
  readonly moved: ReadonlySet<RecordId>
  /** The judgements after the undo. */
  readonly judgements: Judgements
}

/**
 * Returns the parts that an undo restores. A part contains the former records of one product.
 *
 * - Records that another change separated or moved after the decision stay where they are.
 * - Records that joined a product after the decision stay in the product, unless the undo removes records from the
 *   product.
 * - If the restored records leave a product that is not in `before`, the other records of that product stay together.
 */
export function partsBefore(
  before: readonly ProductBefore[],
  { curation, current, moved, judgements }: PartsSurroundings,
): ProductBefore[] {
  const productOf = new Map<RecordId, ProductId>()
  for (const { id, records } of current.values()) for (const record of records) productOf.set(record, id)
  const known = new Set<ProductId | undefined>(before.map(({ id }) => id))
  const asked = new Set(before.flatMap(({ records }) => records))
  const isMoved = (piece: readonly RecordId[]): boolean => piece.some((record) => moved.has(record))
  const isElsewhere = (piece: readonly RecordId[]): boolean =>
    isMoved(piece) && !known.has(productOf.get(piece[0] as RecordId))
  /**
   * Returns the given records and the records that joined them after the decision: those that `before` lacks and that
   * are now in the product `id` or in a current product of the given records.
   */
  const whole = (records: readonly RecordId[], id: ProductId | undefined): RecordId[] => {
    const products = new Set([id, ...records.map((record) => productOf.get(record))])
    const there = [...products].flatMap((each) => (each === undefined ? [] : (current.get(each)?.records ?? [])))
    return [...records, ...there.filter((record) => !asked.has(record))]
  }
  const rootsOfWhole = (records: readonly RecordId[], id?: ProductId): Set<RecordId> =>
    judgements.hasDifferent ? rootsOf(judgements, whole(records, id)) : new Set()

  const parts: (ProductBefore & { readonly records: RecordId[] })[] = []
  let nextPlaceholderId = FIRST_PLACEHOLDER_ID
  for (const { id, records } of before) {
    const pieces = piecesToday(records, productOf)
    // A piece has the former records of this product that one product has today. At most one piece keeps the id; each
    // further piece gets a placeholder id. If the product is active, only its own piece can keep the id.
    const others = current.has(id) ? [] : [...pieces.values()]
    const first = pieces.get(id) ?? others.find((piece) => !isMoved(piece)) ?? others[0] ?? []
    const together: Part[] = [{ records: first, isMoved: isMoved(first), roots: rootsOfWhole(first, id) }]
    for (const piece of pieces.values()) {
      if (piece === first) continue
      const [wasMoved, roots] = [isMoved(piece), rootsOfWhole(piece)]
      const own = wasMoved
        ? undefined
        : together.find((each) => !each.isMoved && differentBetweenRoots(judgements, each.roots, roots).length === 0)
      if (own === undefined) {
        together.push({ records: piece, isMoved: wasMoved, roots })
        continue
      }
      own.records.push(...piece)
      for (const root of roots) own.roots.add(root)
    }
    for (const { records: piece } of together) {
      if (piece !== first && isElsewhere(piece)) continue
      parts.push({
        id: piece === first ? id : nextPlaceholderId--,
        records: piece,
        ...curationOf(id, curation, current),
      })
    }
  }
  const own = new Map(parts.map((part) => [part.id, part]))
  const taken = new Set(parts.flatMap(({ records }) => records))
  for (const row of current.values()) {
    const [had, came] = [row.records.filter((id) => taken.has(id)), row.records.filter((id) => !taken.has(id))]
    const part = own.get(row.id)
    if (part === undefined) {
      if (came.length > 0) parts.push({ id: row.id, records: came, ...compactCurationState(row) })
    } else if (isPartOf(had, part.records)) part.records.push(...came)
  }
  return parts
}

/** Former records of a product. An undo puts them into one product again. */
interface Part {
  readonly records: RecordId[]
  readonly isMoved: boolean
  /** The roots of these records and of all records that move with them, see {@link rootsOf}. */
  readonly roots: Set<RecordId>
}

/** Groups records by their current product. The key `undefined` has the records that have no product. */
function piecesToday(
  records: readonly RecordId[],
  productOf: ReadonlyMap<RecordId, ProductId>,
): Map<ProductId | undefined, RecordId[]> {
  const pieces = new Map<ProductId | undefined, RecordId[]>()
  for (const record of records) {
    const where = productOf.get(record)
    const piece = pieces.get(where)
    if (piece === undefined) pieces.set(where, [record])
    else piece.push(record)
  }
  return pieces
}

function isPartOf(some: readonly RecordId[], records: readonly RecordId[]): boolean {
  if (some.length < 2) return some.every((id) => records.includes(id))
  const all = new Set(records)
  return some.every((id) => all.has(id))
}

/** Returns every product with its current records. */
export function partsNow({ curation, current }: Pick<PartsSurroundings, 'curation' | 'current'>): ProductBefore[] {
  return [...current.values()].map(({ id, records }) => ({ id, records, ...curationOf(id, curation, current) }))
}

/** The first placeholder id. This id and all lower ids represent products that have no id yet. */
const FIRST_PLACEHOLDER_ID = -2

function curationOf(
  id: ProductId,
  curation: ReadonlyMap<ProductId, CurationState>,
  current: ReadonlyMap<ProductId, ProductRow>,
): CurationState {
  return compactCurationState(curation.get(id) ?? current.get(id) ?? { verified: false })
}
