const SURROGATES = 0xd800
const AFTER_SURROGATES = 0xe000

/**
 * Compares texts by code point, which is the order of their UTF-8 bytes. Every store can sort in this order. The order
 * of JavaScript differs for emoji and characters above U+E000.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at)
    const other = b.charCodeAt(at)
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}

/** Returns the rank of a UTF-16 unit. Surrogates come last, because they are halves of characters above U+FFFF. */
function rank(unit: number): number {
  if (unit < SURROGATES) return unit
  return unit < AFTER_SURROGATES ? unit + 0x10000 : unit
}
