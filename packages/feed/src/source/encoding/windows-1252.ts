/** Characters of Windows-1252 for 0x80 to 0x9F. The five unassigned bytes stay control characters, as in browsers. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * Decodes bytes as Windows-1252, which includes Latin-1 text. Every byte is a character. This file has its own table:
 * TextDecoder of some Node.js releases (20 to 23) decodes 0x80 to 0x9F as Latin-1.
 */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (char) => HIGH_CONTROLS[char.charCodeAt(0) - 0x80] ?? char)
}
