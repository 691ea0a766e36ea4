import type { EdgeRow } from '@utpid/core/storage'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import type { PairEncoding } from './pair-rows.ts'

/** An edge without its two record ids, which form its key. */
type StoredEdge = readonly [weight: number, confidence: number, model: string, epoch: number]

export const EDGES: PairEncoding<EdgeRow> = {
  what: 'Edge',
  encode: ({ weight, confidence, model, tfVersion }) =>
    encodeJson([weight, confidence, model, tfVersion] satisfies StoredEdge),
  decode(value, a, b, what) {
    const [weight, confidence, model, tfVersion] = decodeJson<StoredEdge>(value, what)
    return { a, b, weight, confidence, model, tfVersion }
  },
}
