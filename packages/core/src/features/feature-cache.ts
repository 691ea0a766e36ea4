import { LRUCache } from 'lru-cache'
import { AskedLately } from '../storage/asked-lately.ts'
import type { RecordId } from '../storage/rows.ts'
import { isSameBytes } from '../storage/same-data.ts'
import type { IndexRules } from './index-rules.ts'
import type { RecordFeatures } from './record-features.ts'

/** About 2 kB each. */
const RECORDS_REMEMBERED = 20_000

interface Remembered {
  readonly bytes: Uint8Array
  readonly features: RecordFeatures
}

/**
 * Decoded features of records met lately. A batch of one city meets the same candidates again
 * and again; comparing their bytes costs a fraction of decoding them, and makes no garbage.
 * What is remembered is used only while the bytes are the same, so it is never out of date.
 */
export class FeatureCache {
  readonly #rules: IndexRules
  readonly #asked = new AskedLately()
  readonly #records = new LRUCache<RecordId, Remembered>({ max: RECORDS_REMEMBERED })

  /** @param rules - By which the bytes were made. */
  constructor(rules: IndexRules) {
    this.#rules = rules
  }

  decode(id: RecordId, bytes: Uint8Array): RecordFeatures {
    const known = this.#records.get(id)
    if (known !== undefined && isSameBytes(known.bytes, bytes)) return known.features
    const features = this.#rules.decode(bytes)
    if (known === undefined && !this.#asked.again(id)) return features
    // The bytes are a view on the answer of an index, which would be kept alive as a whole.
    this.#records.set(id, { bytes: bytes.slice(), features })
    return features
  }
}
