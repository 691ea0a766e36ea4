import type { ItemErrorCode, RawItem } from './feed-item.ts'

/** The place of a row in its source, and whether it was read. */
export interface RowPosition {
  /** 1-based line on which the row starts. */
  readonly line: number
  /** The line on which it ends. For records of JSON documents, the line on which they start. */
  readonly endLine: number
  /** `read`: yielded as a record. `unreadable`: yielded as a failure. `filtered`: does not meet the conditions. */
  readonly state: 'read' | 'unreadable' | 'filtered'
  /** The reason why the row is unreadable. */
  readonly code: ItemErrorCode | undefined
}

/** Creates the position of a row. */
export function positionOf(item: RawItem, state: RowPosition['state'], code?: ItemErrorCode): RowPosition {
  return { line: item.line, endLine: item.endLine ?? item.line, state, code }
}
