import type { GeneratedRecord } from './generated-record.ts'

/**
 * A record under construction: the makers of its parts write their fields into it. One object for each record instead
 * of one for each part keeps a million records cheap.
 */
export type RecordDraft = { -readonly [K in keyof GeneratedRecord]: GeneratedRecord[K] }
