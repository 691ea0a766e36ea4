import type { RulingRow } from '@utpid/core'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import type { PairEncoding } from './pair-rows.ts'

/** What people ruled, with the names of its fields: there are few. */
export const RULINGS: PairEncoding<RulingRow> = {
  what: 'Ruling',
  encode: encodeJson,
  decode: (value, _a, _b, what) => decodeJson<RulingRow>(value, what),
}
