import { decodeWindows1252 } from './windows-1252.ts'

/**
 * Refines a guess between encodings whose letters have the same bytes. Statistics of letters need long texts; a feed has
 * short names. Some letters of one encoding, read in another, are signs of which no word consists.
 */
export function refineGuess(encoding: string, text: Buffer): string {
  switch (encoding) {
    case 'windows-1252':
    case 'windows-1250':
    case 'windows-1254':
    case 'iso-8859-2':
      return latinEncoding(text) ?? (encoding === 'iso-8859-2' ? 'windows-1252' : encoding)
    case 'windows-1253':
    case 'iso-8859-7':
      return greekEncoding(text)
    case 'euc-kr':
    case 'gb18030':
      return isHangul(text) ? 'euc-kr' : 'gb18030'
    default:
      return encoding
  }
}

/** Returns the encoding of Latin letters that the text, read as Windows-1252, gives away. */
function latinEncoding(bytes: Buffer): string | undefined {
  const text = decodeWindows1252(bytes)
  const has = (pattern: RegExp): boolean => pattern.test(text)
  // Czech and Slovak: `ì`, `ø` and `è` are `ě`, `ř` and `č`. Nordic languages have `ø` with `å` and `æ`.
  const isCzech = has(/[ìø]\p{Ll}/u) && has(/[èýùž¹¾]/) && !has(/[åæ]/)
  // Polish: `³`, `£` and `¿` are `ł`, `Ł` and `ż`. Romanian: `º` is `ş`.
  const isPolish = has(/\p{L}[³¿]\p{Ll}|[£¯]\p{Ll}/u)
  const isRomanian = has(/\p{L}º\p{Ll}|þ[\s\S]*[ãº]|[ãº][\s\S]*þ/u)
  // Hungarian: `õ` and `û` are `ő` and `ű`. Portuguese has `õ` with `ã`, Estonian with `ä`.
  const isHungarian = has(/õ/) && has(/[áéóíú]/) && !has(/[ãçêäå]/)
  // Slovak: `¼` and `¾` are `Ľ` and `ľ`; Windows-1252 has no letters at the other three places.
  const isSlovak = has(/[\u008d\u008f\u009d]|¼\p{Ll}|\p{L}¾/u)
  if (isCzech || isSlovak || isPolish || isRomanian || isHungarian) {
    const isWindows = has(/[Šš\u008d\u008fŽž\u009d‹œŸŒ]/)
    const hasIsoSigns = has(/\p{L}[±¶]\p{Ll}/u) || (isCzech && has(/[¹¾»]\p{Ll}/u))
    return hasIsoSigns && !isWindows ? 'iso-8859-2' : 'windows-1250'
  }
  // Turkish: `þ`, `ð` and `ý` are `ş`, `ğ` and `ı`. Icelandic has them with `á`, `ó` and `æ`.
  const turkish = new Set(text.match(/[þðýÞÐÝ]/g))
  return turkish.size >= 2 && !has(/[áíúéóæ]/) ? 'windows-1254' : undefined
}

const GREEK_LETTER = 0xc1

/** `Ά` differs between both encodings; only Windows-1253 has quotation marks and dashes from 0x80 to 0x9F. */
function greekEncoding(text: Buffer): string {
  const hasAlpha = text.some((byte, at) => byte === 0xa2 && (text[at + 1] ?? 0) >= GREEK_LETTER)
  const hasWindowsSigns = text.some((byte) => byte >= 0x80 && byte < 0xa0)
  return hasAlpha || hasWindowsSigns ? 'windows-1253' : 'iso-8859-7'
}

const HANGUL_SHARE_MIN = 0.9

/** Returns whether nearly all characters of two bytes are Hangul in EUC-KR; Chinese has characters beyond these. */
function isHangul(text: Buffer): boolean {
  let [pairs, hangul] = [0, 0]
  for (let at = 0; at + 1 < text.length; at++) {
    const lead = text[at] as number
    if (lead < 0x80) continue
    if (lead >= 0xb0) pairs += 1
    if (lead >= 0xb0 && lead <= 0xc8) hangul += 1
    at += 1
  }
  return hangul >= pairs * HANGUL_SHARE_MIN
}
