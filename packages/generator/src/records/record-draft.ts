import type { GeneratedRecord } from './generated-record.ts'

/**
 * A record while it is made: the makers of its parts write their fields into it. One
 * object a record instead of one a part, which is what makes a million of them cheap.
 */
export type RecordDraft = { -readonly [K in keyof GeneratedRecord]: GeneratedRecord[K] }
