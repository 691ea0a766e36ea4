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
  const isCzech = has(/[ìøØ]\p{Ll}|\p{L}ù\p{Ll}/u) && has(/[èÈýž¹¾]/) && !has(/[åæ]/)
  // Polish: `³`, `£` and `¿` are `ł`, `Ł` and `ż`. Romanian: `º` is `ş`.
  const isPolish = has(/\p{L}[³¿]\p{Ll}|[£¯]\p{Ll}/u)
  const isRomanian = has(/\p{L}º\p{Ll}/u) || (has(/þ/) && has(/[ãº]/))
  // Hungarian: `õ` and `û` are `ő` and `ű`. Portuguese has `õ` with `ã`, Estonian with `ä`.
  const isHungarian = has(/õ/) && has(/[áéóíú]/) && !has(/[ãçêäå]/)
  // Slovak: `¼` and `¾` are `Ľ` and `ľ`; Windows-1252 has no letters at the other three places.
  const isSlovak = has(/[\u008d\u008f\u009d]|¼\p{Ll}|\p{L}¾/u)
  if (isCzech || isSlovak || isPolish || isRomanian || isHungarian) {
    const isWindows = has(/[Šš\u008d\u008fŽž\u009d‹œŸŒ]/)
    const hasIsoSigns = has(/\p{L}[±¶](?!\s?\d)/u) || (isCzech && has(/[¹¾»]\p{Ll}/u))
    return hasIsoSigns && !isWindows ? 'iso-8859-2' : 'windows-1250'
  }
  // French in ISO-8859-15: `½` is `œ`.
  if (has(/\p{L}½\p{Ll}/u)) return 'iso-8859-15'
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

const COMMON_HANZI = new Set('的店酒饭大上海北京州市宾馆区路华南国东西中山天江阳花园广城人家安河湖新民文')
const COMMON_HANGUL = new Set('호텔서울부산제주펜션스이리하우트그랜드게모인관도시동구대원아라마나가지장여정')

/** Returns whether characters of two bytes are Korean rather than Chinese. Each has its frequent characters. */
function isHangul(text: Buffer): boolean {
  const korean = [...new TextDecoder('euc-kr').decode(text)].filter((char) => COMMON_HANGUL.has(char)).length
  const chinese = [...new TextDecoder('gb18030').decode(text)].filter((char) => COMMON_HANZI.has(char)).length
  return korean > chinese
}
