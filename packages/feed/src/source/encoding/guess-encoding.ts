import { isAscii } from 'node:buffer'
import { analyse } from 'chardet'
import { refineGuess } from './tell-tales.ts'
import { isMultiByte } from './text-encoding.ts'

/** A guess of the encoding of text without a mark. */
export interface EncodingGuess {
  /** Standard name of the encoding. */
  readonly encoding: string
  /** Confidence from 0 to 100. */
  readonly confidence: number
}

const LINE_FEED = 0x0a

/** The standard name of each encoding that the guess may find. Windows encodings contain the ISO ones of the same text. */
const FOUND: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'ISO-8859-5': 'iso-8859-5',
  'KOI8-R': 'koi8-r',
  'ISO-8859-7': 'iso-8859-7',
  'windows-1253': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'ISO-8859-6': 'iso-8859-6',
  'windows-1256': 'windows-1256',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
}

/** The most frequent encoding of feeds that are not UTF-8. */
const WESTERN: EncodingGuess = { encoding: 'windows-1252', confidence: 10 }
const LATIN: ReadonlySet<string> = new Set(['windows-1252', 'windows-1250', 'windows-1254', 'iso-8859-2'])
/** Below this confidence, a few pairs of letters look like a multi-byte encoding by chance. */
const MULTI_BYTE_MIN = 25

/**
 * Guesses the encoding of text that is not UTF-8. Returns undefined if the text is damaged UTF-8.
 *
 * @param sample - The first bytes from the first line on that is not UTF-8.
 */
export function guessEncoding(sample: Buffer): EncodingGuess | undefined {
  const text = foreignLines(sample)
  if (isDamagedUtf8(text)) return undefined
  const matches = matchesOf(text)
  const found = matches.find(({ encoding }) => encoding === WESTERN.encoding)
  const western = found !== undefined && found.confidence > WESTERN.confidence ? found : WESTERN
  const best =
    matches.find(({ encoding, confidence }) => confidence >= MULTI_BYTE_MIN || !isMultiByte(encoding)) ?? western
  const words = foreignWords(text)
  const other = isOtherScript(words) ? (singleByteMatch(words) ?? matches.find(isNotLatin)) : undefined
  const isDoubleByte = isMultiByte(best.encoding)
  const { encoding, confidence } =
    (isDoubleByte ? undefined : other) ?? (best.confidence > western.confidence ? best : western)
  return { encoding: refineGuess(encoding, text), confidence }
}

function isNotLatin({ encoding }: EncodingGuess): boolean {
  return !LATIN.has(encoding)
}

function singleByteMatch(words: Buffer): EncodingGuess | undefined {
  return matchesOf(words).find((match) => isNotLatin(match) && !isMultiByte(match.encoding))
}

function matchesOf(text: Buffer): EncodingGuess[] {
  return analyse(text).flatMap(({ name, confidence }) => {
    const encoding = FOUND[name]
    return encoding === undefined ? [] : [{ encoding, confidence }]
  })
}

const WORD = /[A-Za-z\x80-\xff]+/g

/**
 * Returns the words with bytes above ASCII. A row of a feed has many others, such as its codes and addresses of the web,
 * which say nothing about its language.
 */
function foreignWords(text: Buffer): Buffer {
  const words = text.toString('latin1').match(WORD) ?? []
  return Buffer.from(words.filter((word) => ABOVE_ASCII.test(word)).join(' '), 'latin1')
}

/**
 * Returns whether most letters of the foreign words are above ASCII, as in no language with Latin letters. A single byte
 * is a sign such as a degree.
 */
function isOtherScript(words: Buffer): boolean {
  let [ascii, above] = [0, 0]
  for (const [at, byte] of words.entries()) {
    if (byte >= 0xa1) above += (words[at - 1] ?? 0) >= 0xa1 || (words[at + 1] ?? 0) >= 0xa1 ? 1 : 0
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii += 1
  }
  return above > ascii
}

/** Returns the lines that have bytes above ASCII. Other lines only dilute the statistics. */
function foreignLines(sample: Buffer): Buffer {
  const lines: Buffer[] = []
  for (let from = 0; from < sample.length; ) {
    const end = sample.indexOf(LINE_FEED, from)
    const to = end === -1 ? sample.length : end + 1
    const line = sample.subarray(from, to)
    if (!isAscii(line)) lines.push(line)
    from = to
  }
  return Buffer.concat(lines)
}

/**
 * Returns whether every run of bytes above ASCII consists of UTF-8 characters, complete or cut. Text in another encoding
 * does not look like this: a first byte of UTF-8 without any second byte is not a cut character, but a letter.
 */
function isDamagedUtf8(text: Buffer): boolean {
  return !text.toString('latin1').replace(UTF8_CHARACTERS, '').match(ABOVE_ASCII)
}

const UTF8_CHARACTERS = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{1,2}|[\xf0-\xf4][\x80-\xbf]{1,3}/g
const ABOVE_ASCII = /[\x80-\xff]/
