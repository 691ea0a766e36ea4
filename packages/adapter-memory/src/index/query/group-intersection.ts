import type { RowSelection } from '../postings/row-selection.ts'
import type { TermGroupRows } from './term-group-rows.ts'

/** Intersection of term groups. Each intersection with one more group is computed once for all tiers. */
export class GroupIntersection {
  readonly rows: RowSelection
  readonly #withOneMore = new Map<TermGroupRows, GroupIntersection>()

  constructor(rows: RowSelection) {
    this.rows = rows
  }

  get isEmpty(): boolean {
    return this.rows.kind === 'list' && this.rows.rows.length === 0
  }

  among(group: TermGroupRows): GroupIntersection {
    let those = this.#withOneMore.get(group)
    if (those === undefined) {
      those = new GroupIntersection(group.among(this.rows))
      this.#withOneMore.set(group, those)
    }
    return those
  }
}
