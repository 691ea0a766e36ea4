import type { GeneratedRecord } from './generated-record.ts'

/**
 * A record under construction. Each function that makes a part writes its fields into it. With one object for each
 * record, and none for each part, a million records stay cheap.
 */
export type RecordDraft = { -readonly [K in keyof GeneratedRecord]: GeneratedRecord[K] }
