// Keys repeat in every row. The bound is for feeds that use data as keys.
const REMEMBERED_MAX = 10_000
const remembered = new Map<string, string>()
/** Far above the longest alias. Longer keys are data: folding sorts marks, which takes long where a key has thousands. */
export const COMPARED_KEY_CHARACTERS = 300

/**
 * Brings a field name to the form in which names are compared: case, accents, spaces, `_`, `-`, `.` and camelCase
 * fall away, so that `Postal code`, `postal_code` and `postalCode` are one. A key longer than
 * {@link COMPARED_KEY_CHARACTERS} stays as it is.
 */
export function foldKey(key: string): string {
  if (key.length > COMPARED_KEY_CHARACTERS) return key
  const known = remembered.get(key)
  if (known !== undefined) return known
  const folded = key
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (remembered.size < REMEMBERED_MAX) remembered.set(key, folded)
  return folded
}
