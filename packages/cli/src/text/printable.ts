/** Makes text from a feed safe for a terminal: control characters, which could move the cursor, become spaces. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}
