import type { RowSelection } from '../postings/row-selection.ts'
import type { TermGroupRows } from './term-group-rows.ts'

/** Rows that are in each of some groups; with one more group they are worked out once, whichever tiers ask for them. */
export class GroupRowsInCommon {
  readonly rows: RowSelection
  readonly #withOneMore = new Map<TermGroupRows, GroupRowsInCommon>()

  constructor(rows: RowSelection) {
    this.rows = rows
  }

  get isEmpty(): boolean {
    return this.rows.kind === 'list' && this.rows.rows.length === 0
  }

  /** Those that are in this group, too. */
  among(group: TermGroupRows): GroupRowsInCommon {
    let those = this.#withOneMore.get(group)
    if (those === undefined) {
      those = new GroupRowsInCommon(group.among(this.rows))
      this.#withOneMore.set(group, those)
    }
    return those
  }
}
