/**
 * Removes the slashes at the end of a text. It uses no pattern: `/+$` starts a match at each slash, which takes
 * quadratic time.
 */
export function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
