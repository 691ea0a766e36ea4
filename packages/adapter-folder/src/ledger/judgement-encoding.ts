import type { JudgementRow } from '@utpid/core/storage'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import type { PairEncoding } from './pair-rows.ts'

/** A judgement, with field names: there are few. */
export const JUDGEMENTS: PairEncoding<JudgementRow> = {
  what: 'Judgement',
  encode: encodeJson,
  decode: (value, _a, _b, what) => decodeJson<JudgementRow>(value, what),
}
