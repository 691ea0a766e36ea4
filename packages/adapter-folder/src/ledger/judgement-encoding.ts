import type { JudgementRow } from '@utpid/core/storage'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import type { PairEncoding } from './pair-rows.ts'

/** The encoding of a judgement. It includes field names, since there are few judgements. */
export const JUDGEMENTS: PairEncoding<JudgementRow> = {
  what: 'Judgement',
  encode: encodeJson,
  decode: (value, _a, _b, what) => decodeJson<JudgementRow>(value, what),
}
