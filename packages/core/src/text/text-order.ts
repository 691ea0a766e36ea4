const SURROGATES = 0xd800
const AFTER_SURROGATES = 0xe000

/**
 * Compares texts by code point, as UTF-8 bytes would order them: the one order that every
 * store can keep. JavaScript's own order differs where an emoji meets a character above U+E000.
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

/** Halves of characters above U+FFFF go after everything else. */
function rank(unit: number): number {
  if (unit < SURROGATES) return unit
  return unit < AFTER_SURROGATES ? unit + 0x10000 : unit
}
