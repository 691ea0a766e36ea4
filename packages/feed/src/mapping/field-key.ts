import { foldText } from '../keys/fold-text.ts'
import { KeyCache } from './key-cache.ts'

const cache = new KeyCache<string>()
/**
 * Maximum length of a key that is folded. All aliases are much shorter, so a longer key is data. Folding sorts
 * combining marks, which is slow for a key with thousands of marks.
 */
export const COMPARED_KEY_CHARACTERS = 300

/**
 * Normalizes a field name for comparison. It removes case, accents, spaces, `_`, `-`, `.` and camelCase, so that
 * `Postal code`, `postal_code` and `postalCode` are equal. A final sigma equals a sigma, `ı` equals `i`, `ł` equals `l`.
 * A key longer than {@link COMPARED_KEY_CHARACTERS} stays unchanged.
 */
export function foldKey(key: string): string {
  if (key.length > COMPARED_KEY_CHARACTERS) return key
  const known = cache.get(key)
  if (known !== undefined) return known
  const folded = foldText(key).replace(/[^\p{L}\p{N}]/gu, '')
  cache.set(key, folded)
  return folded
}
