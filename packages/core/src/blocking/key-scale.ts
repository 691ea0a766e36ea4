import { DerivedFact } from '../features/derived-facts.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import { Grid, type GridCell } from '../geo/grid-cell.ts'
import type { Coordinates } from '../model/place.ts'

/** A cell with the place that its keys begin with, which is dear to work out. */
export interface KeyCell extends GridCell {
  /** 26 bits whose order is spatial. */
  readonly prefix: number
  /** `row:column:`, which the contents of its keys are hashed behind. */
  readonly text: string
}

/** How large the cells of a placed key are, and how far around a point they are asked. */
export class KeyScale {
  readonly #grid: Grid
  readonly #reachMeters: number
  /** Of records that were met: in a crowd the same ones are asked again and again. */
  readonly #reached = new DerivedFact<RecordFeatures, readonly GridCell[]>()

  /** @param reachMeters - Points this near to each other always find each other; at most half a cell. */
  constructor(cellMeters: number, reachMeters: number) {
    this.#grid = new Grid(cellMeters)
    this.#reachMeters = reachMeters
  }

  /** The cells that are asked for a point, its own first. */
  cellsAround(point: Coordinates): readonly KeyCell[] {
    return this.#grid.cellsWithin(point, this.#reachMeters).map(({ row, column }): KeyCell => {
      return { row, column, prefix: this.#grid.spatialPrefix({ row, column }), text: `${row}:${column}:` }
    })
  }

  /** True when each of two records asks the cell in which the other stands. */
  reachEachOther(a: RecordFeatures, b: RecordFeatures): boolean {
    const [cells, others] = [this.#cellsOf(a), this.#cellsOf(b)]
    return holds(cells, others[0]) && holds(others, cells[0])
  }

  /** The same of a record that is not read; false where it has no place. */
  reachesPoint(features: RecordFeatures, point: Coordinates | undefined): boolean {
    if (point === undefined) return false
    const cells = this.#cellsOf(features)
    return holds(cells, this.#grid.cell(point)) && holds(this.#grid.cellsWithin(point, this.#reachMeters), cells[0])
  }

  #cellsOf(features: RecordFeatures): readonly GridCell[] {
    if (features.coordinates === undefined) return []
    let cells = this.#reached.get(features)
    if (cells === undefined) {
      cells = this.#grid.cellsWithin(features.coordinates, this.#reachMeters)
      this.#reached.set(features, cells)
    }
    return cells
  }
}

function holds(cells: readonly GridCell[], cell: GridCell | undefined): boolean {
  return cell !== undefined && cells.some(({ row, column }) => row === cell.row && column === cell.column)
}

/** A place alone tells the least, so it has to be nearly the same. */
export const ALONE_SCALE: KeyScale = new KeyScale(100, 50)
/** With something of the name. */
export const NAMED_SCALE: KeyScale = new KeyScale(500, 250)
/** Airports stand far apart, and are so wide that two sources put them kilometres from each other. */
export const AIRPORT_SCALE: KeyScale = new KeyScale(20_000, 10_000)
