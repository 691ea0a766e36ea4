/**
 * Returns at most `units` UTF-16 units of a text. The result never ends with half a surrogate pair, which UTF-8 would
 * lose.
 */
export function cutText(text: string, units: number): string {
  if (text.length <= units) return text
  const last = text.charCodeAt(units - 1)
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHighSurrogate ? units - 1 : units)
}
