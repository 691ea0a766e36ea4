import type { KeySegment } from '@utpid/adapter-memory/engine'
import type { RecordId } from '@utpid/core/storage'

/** Numbers the rows of all segments of an index consecutively. */
export class RowNumbers {
  readonly segments: readonly KeySegment[]
  /** For each segment: the number of its first row. A last entry marks the end. */
  readonly starts: readonly number[]

  constructor(segments: readonly KeySegment[]) {
    this.segments = segments
    const starts = [0]
    for (const { length } of segments) starts.push((starts.at(-1) as number) + length)
    this.starts = starts
  }

  /** The number of rows, including deleted rows. */
  get length(): number {
    return this.starts.at(-1) as number
  }

  segmentAt(number: number): number {
    let at = 0
    while ((this.starts[at + 1] as number) <= number) at++
    return at
  }

  isDeleted(number: number): boolean {
    const at = this.segmentAt(number)
    return (this.segments[at] as KeySegment).isDeleted(number - (this.starts[at] as number))
  }

  idOf(number: number): RecordId {
    const at = this.segmentAt(number)
    return (this.segments[at] as KeySegment).columns.recordIds[number - (this.starts[at] as number)] as number
  }

  productIds(): Float64Array {
    const products = new Float64Array(this.length)
    for (const [at, { columns }] of this.segments.entries()) products.set(columns.productIds, this.starts[at])
    return products
  }
}
