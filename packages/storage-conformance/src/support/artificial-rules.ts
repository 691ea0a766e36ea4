import { CURRENT_RULES, type IndexRules } from '@utpid/core/scoring'

const MARK = 0xa5

/**
 * An artificial index version. It has another salt, so that it shares no key with the real version, and one more byte
 * before the features. It finds the same records, so the clusters must be the same.
 */
export const ARTIFICIAL_RULES: IndexRules = {
  version: '0-made-up',
  salt: 977_001,
  blockingRules: [],
  extract: CURRENT_RULES.extract,
  encode: (features) => {
    const bytes = CURRENT_RULES.encode(features)
    const marked = new Uint8Array(bytes.length + 1)
    marked[0] = MARK
    marked.set(bytes, 1)
    return marked
  },
  decode: (bytes) => {
    if (bytes[0] !== MARK) throw new TypeError('These features are not of the artificial version.')
    return CURRENT_RULES.decode(bytes.subarray(1))
  },
}
