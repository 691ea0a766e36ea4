import type { RecordId } from '@utpid/core'
import type { KeySegment } from '../engine/key-segment.ts'

/** Numbers the rows of all segments of an index one after another. */
export class RowNumbers {
  readonly segments: readonly KeySegment[]
  /** By segment, and one more: the number of its first row. */
  readonly starts: readonly number[]

  constructor(segments: readonly KeySegment[]) {
    this.segments = segments
    const starts = [0]
    for (const { length } of segments) starts.push((starts.at(-1) as number) + length)
    this.starts = starts
  }

  /** Rows there are, the dead among them. */
  get length(): number {
    return this.starts.at(-1) as number
  }

  segmentAt(number: number): number {
    let at = 0
    while ((this.starts[at + 1] as number) <= number) at++
    return at
  }

  isDead(number: number): boolean {
    const at = this.segmentAt(number)
    return (this.segments[at] as KeySegment).isDead(number - (this.starts[at] as number))
  }

  idOf(number: number): RecordId {
    const at = this.segmentAt(number)
    return (this.segments[at] as KeySegment).columns.recordIds[number - (this.starts[at] as number)] as number
  }

  /** The number of a record, or -1 when it is not here or dead. */
  of(id: RecordId): number {
    for (const [at, segment] of this.segments.entries()) {
      const row = segment.row(id)
      if (row >= 0) return (this.starts[at] as number) + row
    }
    return -1
  }
}
