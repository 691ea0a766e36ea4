import { CachedValue } from '../../features/cached-value.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import { Grid, type GridCell } from '../../geo/grid-cell.ts'
import type { Coordinates } from '../../model/place.ts'

/** A grid cell with the prefix of the keys of that cell. Computing the prefix is expensive. */
export interface KeyCell extends GridCell {
  /** 26 bits in spatial order. */
  readonly prefix: number
  /** The text `row:column:`, with which the hashed content of each key of the cell starts. */
  readonly text: string
}

/** The cell size of keys with a place, and the lookup radius of these keys. */
export class KeyScale {
  readonly #grid: Grid
  readonly #radiusMeters: number
  /** Cells by record. The cache helps because lookups in dense areas read the same records repeatedly. */
  readonly #cellsByRecord = new CachedValue<RecordFeatures, readonly GridCell[]>()

  /**
   * Creates a scale.
   *
   * @param radiusMeters - The distance in metres within which two points always find each other; at most half a cell.
   */
  constructor(cellMeters: number, radiusMeters: number) {
    this.#grid = new Grid(cellMeters)
    this.#radiusMeters = radiusMeters
  }

  /** Returns the cells to look up for a point, starting with the cell that contains it. */
  cellsAround(point: Coordinates): readonly KeyCell[] {
    return this.#grid.cellsWithin(point, this.#radiusMeters).map(({ row, column }): KeyCell => {
      return { row, column, prefix: this.#grid.spatialPrefix({ row, column }), text: `${row}:${column}:` }
    })
  }

  /** Reports whether each record looks up the cell of the other record. */
  reachEachOther(a: RecordFeatures, b: RecordFeatures): boolean {
    const [cells, others] = [this.#cellsOf(a), this.#cellsOf(b)]
    return includesCell(cells, others[0]) && includesCell(others, cells[0])
  }

  /**
   * Reports whether a record and a point look up each other's cells, like {@link reachEachOther}. Returns false without
   * a point.
   */
  reachesPoint(features: RecordFeatures, point: Coordinates | undefined): boolean {
    if (point === undefined) return false
    const cells = this.#cellsOf(features)
    return (
      includesCell(cells, this.#grid.cell(point)) &&
      includesCell(this.#grid.cellsWithin(point, this.#radiusMeters), cells[0])
    )
  }

  #cellsOf(features: RecordFeatures): readonly GridCell[] {
    if (features.coordinates === undefined) return []
    let cells = this.#cellsByRecord.get(features)
    if (cells === undefined) {
      cells = this.#grid.cellsWithin(features.coordinates, this.#radiusMeters)
      this.#cellsByRecord.set(features, cells)
    }
    return cells
  }
}

function includesCell(cells: readonly GridCell[], cell: GridCell | undefined): boolean {
  return cell !== undefined && cells.some(({ row, column }) => row === cell.row && column === cell.column)
}

/** Scale of keys that contain a place but no name. Such keys are the weakest evidence, so the points must be close. */
export const ALONE_SCALE: KeyScale = new KeyScale(100, 50)
/** Scale of keys with place and name. */
export const NAMED_SCALE: KeyScale = new KeyScale(500, 250)
/**
 * Scale of the keys of airports. Airports are far apart and large: two sources may place one airport kilometres apart.
 */
export const AIRPORT_SCALE: KeyScale = new KeyScale(20_000, 10_000)
