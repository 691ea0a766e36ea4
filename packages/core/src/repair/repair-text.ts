import { decodeHTMLStrict } from 'entities'
import { strictTextDecoder } from '../environment.ts'
import type { RepairLog } from './repair-log.ts'

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...'n/a n.a. n.a n/d null undefined unknown unbekannt inconnu desconocido tbd tba tbc #n/a (null) k.a.'.split(' '),
  ...'not available|not applicable|non disponible|non renseigné|non renseigne|sans objet'.split('|'),
  ...'não aplicável|nao aplicavel|no aplica|keine angabe'.split('|'),
])
/** The same, but also words, codes and towns: Nan in Thailand, None in Italy, airport NAN. Not taken so where names stand. */
const WORD_PLACEHOLDERS: ReadonlySet<string> = new Set('na nan nd nil none x xx xxx'.split(' '))
const FIELDS_OF_NAMES =
  /^(?:name|altNames\.\d+\.name|location\.(?:city|country|region)|identifiers\.\d+\.value|transfer\..*)$/
const NAME_PLACEHOLDERS: ReadonlySet<string> = new Set(
  'na|nan|nil|none|test|test hotel|hotel test|teste|testing|dummy|do not use|sample|example|name|hotel name|no name|unnamed|deleted|closed|to be deleted|asdf|lorem ipsum'.split(
    '|',
  ),
)
const CONTROL_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}]/u
const SPACE_PATTERN = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu
/** Marks of direction, soft hyphens and the like: nobody sees them, and they would cut words in two. */
const INVISIBLE_PATTERN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/gu
const ENTITY_PATTERN = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/i
const TAG_PATTERN = /<\/?[a-z][^<>]{0,200}>/i
/** UTF-8 that was read as Latin-1: `Ã©` for `é`. */
const MISREAD_PATTERN = /[\u00c2-\u00f4][\u0080-\u00bf]/
/** The characters that Windows-1252 has where Latin-1 has none, by their byte. */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, at) => [character, 0x80 + at]),
)

/** True for what suppliers write where they have nothing to say. */
export function isPlaceholder(text: string): boolean {
  const bare = text.trim().toLowerCase()
  return PLACEHOLDERS.has(bare) || !/[\p{L}\p{N}]/u.test(bare)
}

/** True for a name that names nothing: a placeholder, a test, one letter. */
export function isPlaceholderName(name: string): boolean {
  const bare = name.trim().toLowerCase()
  return (
    isPlaceholder(name) ||
    NAME_PLACEHOLDERS.has(bare) ||
    /^(?:\p{Script=Latin}|\d)$/u.test(bare) ||
    /^(\p{L})\1{2,}$/u.test(bare)
  )
}

/**
 * Cleans one text field, and reports each thing that was put right.
 *
 * @param most - Characters to keep.
 * @returns undefined when nothing is left: absent, a placeholder, or a value that is no text.
 */
export function repairText(value: unknown, field: string, most: number, log: RepairLog): string | undefined {
  if (value === undefined || value === null) return undefined
  const given = typeof value === 'bigint' || Number.isFinite(value) ? String(value) : value
  if (typeof given !== 'string') {
    log.add(field, 'value_removed', value)
    return undefined
  }
  let text = given.toWellFormed()
  if (ENTITY_PATTERN.test(text)) {
    // Twice: feeds that pass through two systems are escaped twice (`&amp;eacute;`).
    const decoded = decodeHTMLStrict(decodeHTMLStrict(text))
    if (decoded !== text) log.add(field, 'entity_decoded', text, decoded)
    text = decoded
  }
  if (TAG_PATTERN.test(text)) {
    const bare = text.replace(new RegExp(TAG_PATTERN, 'gi'), ' ')
    log.add(field, 'markup_removed', text, bare)
    text = bare
  }
  const reread = rereadAsUtf8(text)
  if (reread !== undefined) {
    log.add(field, 'encoding_repaired', text, reread)
    text = reread
  }
  const visible = text.replace(INVISIBLE_PATTERN, '')
  const cleaned = visible.replace(SPACE_PATTERN, ' ').trim()
  if (visible !== text || CONTROL_PATTERN.test(text) || !given.isWellFormed()) {
    log.add(field, 'whitespace_cleaned', given, cleaned)
  }
  text = cleaned
  if (text === '') return undefined
  if (isPlaceholder(text) || (WORD_PLACEHOLDERS.has(text.toLowerCase()) && !FIELDS_OF_NAMES.test(field))) {
    log.add(field, 'placeholder_removed', text)
    return undefined
  }
  if (text.length <= most) return text
  const characters = [...text]
  if (characters.length <= most) return text
  const cut = characters.slice(0, most).join('').trim()
  log.add(field, 'text_truncated', text, cut)
  return cut
}

/** Twice: what two systems misread one after the other is put right too. */
function rereadAsUtf8(text: string): string | undefined {
  const once = rereadOnce(text)
  return once === undefined ? undefined : (rereadOnce(once) ?? once)
}

/** The text as it was meant, when every character of it is a byte and the bytes are UTF-8; else undefined. */
function rereadOnce(text: string): string | undefined {
  if (!MISREAD_PATTERN.test(text) && !/[ÂÃâ][\u2018-\u2122\u0152-\u017e€]/.test(text)) return undefined
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const byte = unit <= 0xff ? unit : WINDOWS_1252.get(text.charAt(at))
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  try {
    return strictTextDecoder.decode(bytes)
  } catch {
    return undefined
  }
}
