import type { RulingRow } from '@utpid/core/storage'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import type { PairEncoding } from './pair-rows.ts'

/** A judgement, with field names: there are few. */
export const RULINGS: PairEncoding<RulingRow> = {
  what: 'Judgement',
  encode: encodeJson,
  decode: (value, _a, _b, what) => decodeJson<RulingRow>(value, what),
}
