import type { GeneratedRecord } from './generated-record.ts'

/**
 * A record under construction. Each function that creates a part writes the fields of this part into the draft. One
 * object for each record, and none for each part, keeps a million records cheap.
 */
export type RecordDraft = { -readonly [K in keyof GeneratedRecord]: GeneratedRecord[K] }
