/**
 * Reports whether a text has more characters than a maximum. Characters are code points, as in JSON Schema, so that
 * documented limits apply unchanged.
 */
export function hasMoreCharacters(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false
  // A code point has at most two UTF-16 units.
  if (text.length > maxCharacters * 2) return true
  let count = 0
  for (const _ of text) {
    if (++count > maxCharacters) return true
  }
  return false
}
