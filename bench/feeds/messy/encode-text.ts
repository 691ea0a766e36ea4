const tables = new Map<string, ReadonlyMap<string, number>>()

/** Encodings of the files: names that `TextDecoder` accepts, `utf-8-bom`, and UTF-16 with its mark. */
export type FileEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | `windows-${string}` | `iso-8859-${string}`

/** Encodes a text. Typographic letters that an encoding lacks are written as in a typewriter. */
export function encodeText(text: string, encoding: FileEncoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text)
    case 'utf-8-bom':
      return Buffer.from(`\uFEFF${text}`)
    case 'utf-16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    case 'utf-16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    default:
      return singleBytes(text, encoding)
  }
}

/** Returns the text with the letters of an encoding, which may lack some typographic ones. */
export function inEncoding(text: string, encoding: FileEncoding): string {
  if (encoding.startsWith('utf')) return text
  const table = tableOf(encoding)
  return text.replace(/[^\0-\x7f]/gu, (letter) => (table.has(letter) ? letter : (PLAIN[letter] ?? letter)))
}

/** The characters of windows-1252 from 0x80 on. */
const SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
const PLAIN: Readonly<Record<string, string>> = { '’': "'", œ: 'oe', '°': ' ' }

function singleBytes(text: string, encoding: string): Buffer {
  const table = tableOf(encoding)
  return Buffer.from(
    Array.from(text, (letter) => {
      const byte = table.get(letter)
      if (byte === undefined) throw new Error(`${encoding} has no letter ${letter}.`)
      return byte
    }),
  )
}

function tableOf(encoding: string): ReadonlyMap<string, number> {
  const found = tables.get(encoding)
  if (found !== undefined) return found
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, number>()
  for (let byte = 255; byte >= 0; byte--) table.set(decoder.decode(Uint8Array.of(byte)), byte)
  // Some versions of Node.js decode these bytes as control characters.
  if (decoder.encoding === 'windows-1252') for (const [at, letter] of [...SIGNS].entries()) table.set(letter, 0x80 + at)
  tables.set(encoding, table)
  return table
}
