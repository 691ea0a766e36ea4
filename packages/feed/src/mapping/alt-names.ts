import { isPlainObject } from '../json/plain-object.ts'

/** Languages that may follow `name_` in a key. `id` and `no` are omitted: `name_id` and `name_no` are other fields. */
const LANGUAGES: ReadonlySet<string> = new Set(
  `ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu is it ja ka ko lt lv ms mt nb nl nn pl pt ro ru sk sl sq
   sr sv th tr uk vi zh`.split(/\s+/),
)

const OPEN_STREET_MAP_NAME = /^(?:name|(?:alt|old|official|short|int|loc|reg|nat|long)_name):(.+)$/i
const COLUMN_NAME =
  /^(?:(?:hotel|property|product|tour|activity)_)?(?:name|nom|nombre|nome|title)[ _.-]*[ _.(-]([a-z]{2})\)?$/
const LANGUAGE_TAG = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/

/** OpenStreetMap's spellings of scripts, with their BCP 47 tags. */
const SCRIPT_TAGS: Readonly<Record<string, string>> = {
  ja_kana: 'ja-Hrkt',
  ja_rm: 'ja-Latn',
  ko_rm: 'ko-Latn',
  zh_pinyin: 'zh-Latn-pinyin',
}

/**
 * Returns the language in a key such as `name:en`, `alt_name:ja_kana`, `name_fr` or `nameDe`.
 *
 * @returns `undefined` if the key is not a variant of a name.
 */
export function altNameLanguage(key: string): { readonly language: string | undefined } | undefined {
  const suffix = OPEN_STREET_MAP_NAME.exec(key.trim())?.[1]
  if (suffix !== undefined) {
    const language = languageTag(suffix)
    if (language !== undefined) return { language }
    // old_name:1990 is a name; name:etymology is not.
    return /^\d/.test(suffix) ? { language: undefined } : undefined
  }
  const words = key
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
  const code = COLUMN_NAME.exec(words)?.[1]
  return code !== undefined && LANGUAGES.has(code) ? { language: code } : undefined
}

/**
 * Converts other names to a list of `{ language?, name }`. The value may be such a list, a list of texts, one text with
 * `;` or `|` between names, or an object by language or by OpenStreetMap key. Entries of any other form stay unchanged
 * in the list.
 */
export function altNamesOf(value: unknown, language?: string): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((each) =>
      typeof each === 'string' ? [entry(each, language)] : [isEntry(each) ? each : (named(each) ?? each)],
    )
  if (typeof value === 'string') return splitNames(value).map((name) => entry(name, language))
  if (!isPlainObject(value)) return [value]
  if (typeof value.name === 'string') return [value]
  return Object.entries(value).flatMap(([key, names]) =>
    names === null ? [] : altNamesOf(names, altNameLanguage(key)?.language ?? keyLanguage(key)),
  )
}

/**
 * Separates a list of names into the name and the other names: `[{ language: 'en', value: 'Ritz' }, ...]`, or texts. The
 * English name is the name, else the first.
 *
 * @returns undefined if an entry has another form.
 */
export function namesInList(
  list: readonly unknown[],
): { readonly name: string; readonly others: readonly NamedEntry[] } | undefined {
  const entries = list.map((each) => (typeof each === 'string' ? { name: each } : named(each)))
  if (!entries.every((each) => each !== undefined)) return undefined
  const filled = entries.filter(({ name }) => name.trim() !== '')
  const best = filled.find(({ language }) => language !== undefined && /^en\b/.test(language)) ?? filled[0]
  return best === undefined ? undefined : { name: best.name, others: filled.filter((each) => each !== best) }
}

/** Separates texts by language, in an object or a list, like {@link namesInList}. Undefined without languages. */
export function textsByLanguage(value: unknown): ReturnType<typeof namesInList> {
  if (isPlainObject(value)) {
    const entries = Object.entries(value).map(([language, text]) => ({ language, text }))
    return isByLanguage(value) ? namesInList(entries) : undefined
  }
  return Array.isArray(value) && value.every((each) => named(each)?.language !== undefined)
    ? namesInList(value)
    : undefined
}

interface NamedEntry {
  readonly language?: string
  readonly name: string
}

const NAME_MEMBERS: ReadonlySet<string> = new Set(['name', 'value', 'text', '#text', 'content', 'title', 'label'])
const LANGUAGE_MEMBERS: ReadonlySet<string> = new Set([
  'language',
  'lang',
  'locale',
  'languagecode',
  'langcode',
  'culture',
])

const ENTRY_MEMBERS: ReadonlySet<string> = new Set(['language', 'name'])

/** Reports whether a value already has the form of an entry. Core judges its language. */
function isEntry(value: unknown): boolean {
  return (
    isPlainObject(value) && typeof value.name === 'string' && Object.keys(value).every((key) => ENTRY_MEMBERS.has(key))
  )
}

/** Returns an object of a language and a text as a name; undefined if it has another form. */
function named(value: unknown): NamedEntry | undefined {
  if (!isPlainObject(value)) return undefined
  let name: string | undefined
  let language: string | undefined
  for (const [key, member] of Object.entries(value)) {
    const folded = key.toLowerCase().replace(/^@|^xml:|_/g, '')
    if (typeof member !== 'string') return undefined
    if (LANGUAGE_MEMBERS.has(folded) && language === undefined) language = member
    else if (NAME_MEMBERS.has(folded) && name === undefined) name = member
    else return undefined
  }
  if (name === undefined) return undefined
  const tag =
    language === undefined ? undefined : languageTag(language.replace(/^[A-Z]+/, (code) => code.toLowerCase()))
  return tag === undefined ? { name } : { language: tag, name }
}

/** Returns whether an object has one name for each language: `{ en: "...", fr: "..." }`. */
export function isByLanguage(value: Record<string, unknown>): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => LANGUAGES.has(key.slice(0, 2)) && languageTag(key) !== undefined)
}

/** Returns the language of a key in an object of names. A key such as `alt_name` has no language. */
function keyLanguage(key: string): string | undefined {
  return /name/i.test(key) ? undefined : languageTag(key)
}

function languageTag(text: string): string | undefined {
  const known = SCRIPT_TAGS[text]
  if (known !== undefined) return known
  return LANGUAGE_TAG.test(text) ? text.replaceAll('_', '-') : undefined
}

/** Splits names at `;`, except at the end of an HTML entity: `Bed &amp; Breakfast`. */
function splitNames(text: string): string[] {
  return text
    .split(/(?<!&#?\w{1,10});|\|/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function entry(name: string, language: string | undefined): Record<string, unknown> {
  return language === undefined ? { name } : { language, name }
}
