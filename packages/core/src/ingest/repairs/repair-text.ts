import { decodeHTMLStrict } from 'entities'
import { LIMITS } from '../../model/limits.ts'
import type { RepairCode } from '../../model/repair.ts'
import { strictTextDecoder } from '../../runtime/environment.ts'
import { cutText } from '../../text/cut-text.ts'
import type { RepairLog } from './repair-log.ts'
import { checkTextLength } from './text-too-long.ts'

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...'n/a n.a. n.a n/d null undefined unknown unbekannt inconnu desconocido tbd tba tbc #n/a (null) k.a.'.split(' '),
  ...'not available|not applicable|non disponible|non renseigné|non renseigne|sans objet'.split('|'),
  ...'não aplicável|nao aplicavel|no aplica|keine angabe'.split('|'),
])
/**
 * Placeholders that are also words, codes and towns: Nan in Thailand, None in Italy, airport NAN. Fields of names keep
 * these words.
 */
const WORD_PLACEHOLDERS: ReadonlySet<string> = new Set('na nan nd nil none x xx xxx'.split(' '))
const FIELDS_OF_NAMES =
  /^(?:name|altNames\.\d+\.name|location\.(?:city|country|region)|identifiers\.\d+\.value|transfer\..*)$/
const NAME_PLACEHOLDERS: ReadonlySet<string> = new Set(
  'test|test hotel|hotel test|teste|testing|dummy|do not use|sample|example|name|hotel name|no name|unnamed|deleted|closed|to be deleted|asdf|lorem ipsum'.split(
    '|',
  ),
)
/**
 * Missing values as programs write them. Words in other capitalisation are names: Nan in Thailand, NAN as an airport.
 */
const VALUE_PLACEHOLDERS: ReadonlySet<string> = new Set('na NA nan NaN nil NIL none None NONE'.split(' '))
/** A pattern for ASCII words with single spaces and no markup. Most texts match and need no repair. */
const TIDY_PATTERN = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/
const CONTROL_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}]/u
const SPACE_PATTERN = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu
/** A pattern for direction marks, soft hyphens and similar characters. They are invisible and would split words. */
const INVISIBLE_PATTERN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/gu
const MARKS_PATTERN = new RegExp(`(?<!\\p{M})(\\p{M}{${LIMITS.marksInARow}})\\p{M}+`, 'gu')
const ENTITY_PATTERN = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/i
/** A pattern for an ampersand that was escaped several times: `&amp;amp;amp;` is one ampersand. */
const ESCAPED_AMPERSANDS_PATTERN = /&(?:amp;|#0{0,5}38;|#x0{0,5}26;)+/gi
/**
 * The maximum number of passes. If markup remains after the last pass, the text is hostile and its markup characters
 * are removed.
 */
const MAX_PASSES = 4
const MARKUP_CHARACTERS_PATTERN = /[&<>]/g
/** The maximum number of bits of a BigInt, which is more than any code needs. */
const BIGINT_BITS = 1_024
const TAG_PATTERN = /<\/?[a-z][^<>]{0,200}>/i
/** A pattern for UTF-8 that was decoded as Latin-1: `Ã©` for `é`. */
const MISREAD_PATTERN = /[\u00c2-\u00f4][\u0080-\u00bf]/
/** Characters of Windows-1252, each with its byte, for the bytes where Latin-1 has no character. */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, at) => [character, 0x80 + at]),
)

/** Reports whether a text is a placeholder for a missing value. */
export function isPlaceholder(text: string): boolean {
  const bare = text.trim().toLowerCase()
  return PLACEHOLDERS.has(bare) || !/[\p{L}\p{N}]/u.test(bare)
}

/** Reports whether a name is a placeholder, a test or one letter. */
export function isPlaceholderName(name: string): boolean {
  const bare = name.trim().toLowerCase()
  return (
    isPlaceholder(name) ||
    NAME_PLACEHOLDERS.has(bare) ||
    VALUE_PLACEHOLDERS.has(name.trim()) ||
    /^(?:\p{Script=Latin}|\d)$/u.test(bare) ||
    /^(\p{L})\1{2,}$/u.test(bare)
  )
}

/**
 * Cleans one text field and reports each repair. The function is idempotent, so export and import leave a record
 * unchanged.
 *
 * @param maxCharacters - Maximum characters to keep.
 * @returns undefined if nothing remains: the value is absent, a placeholder or not a text.
 * @throws {TextTooLong}
 */
export function repairText(value: unknown, field: string, maxCharacters: number, log: RepairLog): string | undefined {
  if (value === undefined || value === null) return undefined
  const given = typeof value === 'bigint' ? bigIntText(value) : Number.isFinite(value) ? String(value) : value
  if (typeof given !== 'string') {
    log.add(field, 'value_removed', value)
    return undefined
  }
  checkTextLength(given, field)
  const text =
    given.length <= maxCharacters && TIDY_PATTERN.test(given)
      ? given
      : cleanUntilStable(given, maxCharacters, field, log)
  if (text === '') return undefined
  if (isPlaceholder(text) || (WORD_PLACEHOLDERS.has(text.toLowerCase()) && !FIELDS_OF_NAMES.test(field))) {
    log.add(field, 'placeholder_removed', text)
    return undefined
  }
  return text
}

/** Returns a BigInt as text; undefined if the BigInt has more digits than any code. */
export function bigIntText(value: bigint): string | undefined {
  return BigInt.asIntN(BIGINT_BITS, value) === value ? String(value) : undefined
}

/** Records a repair that changed a text. */
type Note = (code: RepairCode, before: string, after: string) => void

function cleanUntilStable(given: string, maxCharacters: number, field: string, log: RepairLog): string {
  const notes = new Map<RepairCode, { readonly before: string; readonly after: string }>()
  // The log contains one report per repair code, with the first and the last value.
  const note: Note = (code, before, after) => void notes.set(code, { before: notes.get(code)?.before ?? before, after })
  let text = cutText(given, LIMITS.textUnitsRead)
  if (text !== given) note('text_truncated', given, text)
  for (let pass = 1; ; pass++) {
    const next = cleanOnce(text, maxCharacters, note)
    if (next === text) break
    text = pass < MAX_PASSES ? next : next.replace(MARKUP_CHARACTERS_PATTERN, ' ')
  }
  for (const [code, { before, after }] of notes) log.add(field, code, before, after)
  return text
}

/**
 * Cleans a text once. Each repair may reveal input for an earlier repair: a tag within a tag, an entity behind an
 * invisible character.
 */
function cleanOnce(given: string, maxCharacters: number, note: Note): string {
  let text = given.toWellFormed()
  if (ENTITY_PATTERN.test(text)) {
    // A feed that passes through several systems is escaped several times (`&amp;eacute;`).
    const decoded = decodeHTMLStrict(text.replace(ESCAPED_AMPERSANDS_PATTERN, '&'))
    if (decoded !== text) note('entity_decoded', text, decoded)
    text = decoded.toWellFormed()
  }
  if (TAG_PATTERN.test(text)) {
    const bare = text.replace(new RegExp(TAG_PATTERN, 'gi'), ' ')
    note('markup_removed', text, bare)
    text = bare
  }
  const reread = rereadAsUtf8(text)
  if (reread !== text) {
    note('encoding_repaired', text, reread)
    text = reread
  }
  const safe = text.replace(MARKS_PATTERN, '$1')
  if (safe !== text) {
    note('text_truncated', text, safe)
    text = safe
  }
  const visible = text.replace(INVISIBLE_PATTERN, '')
  const cleaned = visible.replace(SPACE_PATTERN, ' ').trim()
  if (visible !== text || CONTROL_PATTERN.test(text) || !given.isWellFormed()) {
    note('whitespace_cleaned', given, cleaned)
  }
  const cut = cutCharacters(cleaned, maxCharacters)
  if (cut !== cleaned) note('text_truncated', cleaned, cut)
  return cut
}

function cutCharacters(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const characters = [...text]
  return characters.length <= maxCharacters ? text : characters.slice(0, maxCharacters).join('').trim()
}

/**
 * Decodes a text again until it is correct, since a text may be decoded wrongly several times. The loop ends because
 * each repetition shortens the text.
 */
function rereadAsUtf8(text: string): string {
  let read = text
  for (let next = rereadOnce(read); next !== undefined; next = rereadOnce(read)) read = next
  return read
}

/**
 * Returns the intended text if every character stands for a byte and the bytes are valid UTF-8; otherwise undefined.
 */
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
