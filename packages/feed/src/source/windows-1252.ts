/** Windows-1252 0x80 to 0x9F; the five unassigned bytes stay control characters, as browsers read them. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Reads bytes as Windows-1252, of which Latin-1 text is a part. Every byte is some character.
 * Our own table: some releases of Node 20 to 23 read this range as Latin-1 in TextDecoder.
 */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (char) => HIGH_CONTROLS[char.charCodeAt(0) - 0x80] ?? char)
}
