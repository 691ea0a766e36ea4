/** A text without the slashes at its end. No pattern: `/+$` tries from each slash, which takes time by the square. */
export function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
