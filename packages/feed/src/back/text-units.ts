/** How the characters of a text source are stored, as far as line ends and ASCII characters are concerned. */
export interface TextUnits {
  /** Bytes of an ASCII character: 2 in UTF-16. */
  readonly size: 1 | 2
  /** Returns the bytes as text of one character for each unit. The characters beyond ASCII need not be right. */
  decode(bytes: Buffer): string
  /** Returns the bytes of ASCII text, or of text that `decode` returned. */
  encode(text: string): Buffer
  /** Returns the index of an ASCII character, at a whole unit; -1 if there is none. */
  indexOf(bytes: Buffer, code: number, from: number): number
}

/** Every encoding of text in which a line end is one byte, and is a part of no other character. */
const BYTES: TextUnits = {
  size: 1,
  decode: (bytes) => bytes.toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
  indexOf: (bytes, code, from) => bytes.indexOf(code, from),
}

const UTF16_LE: TextUnits = {
  size: 2,
  decode: (bytes) => bytes.toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le'),
  indexOf: (bytes, code, from) => indexOfPair(bytes, Buffer.of(code, 0), from),
}

const UTF16_BE: TextUnits = {
  size: 2,
  decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  indexOf: (bytes, code, from) => indexOfPair(bytes, Buffer.of(0, code), from),
}

function indexOfPair(bytes: Buffer, pair: Buffer, from: number): number {
  let at = bytes.indexOf(pair, from)
  while (at !== -1 && at % 2 !== 0) at = bytes.indexOf(pair, at + 1)
  return at
}

/** @param encoding - The standard name of the encoding. */
export function textUnits(encoding: string | undefined): TextUnits {
  if (encoding === 'utf-16le') return UTF16_LE
  return encoding === 'utf-16be' ? UTF16_BE : BYTES
}
