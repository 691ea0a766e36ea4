import { isPlaceholderName } from '../ingest/repairs/repair-text.ts'
import { nameWords } from '../text/name-words.ts'
import { wordKind } from '../text/word-table.ts'

/** What stands in a name when nobody has given it one yet, beside words of kind: `Test Hotel 2`. Folded. */
const PLACEHOLDER_WORDS: ReadonlySet<string> = new Set(
  (
    'test teste testing tests dummy sample example demo placeholder lorem ipsum asdf qwerty foo bar tbd tba tbc xx xxx ' +
    'unnamed unknown none null undefined property listing untitled default deleted inactive'
  ).split(' '),
)
/** The same, wherever it stands in the name. */
const PLACEHOLDER_PATTERN =
  /\b(?:do not (?:use|book|sell)|to be (?:deleted|defined|confirmed)|dummy|lorem ipsum|placeholder)\b/i

/**
 * Why a name names nothing, as a sentence; undefined when it does. The door keeps out the plainest ones; a product that is
 * to be verified must not have `Hotel`, `Apartment Test 3` or `4711` for a name either.
 */
export function nameFlaw(name: string): string | undefined {
  if (isPlaceholderName(name) || PLACEHOLDER_PATTERN.test(name)) return `"${name}" is a placeholder.`
  const words = nameWords(name)
  if (words.every((word) => /^\p{N}+$/u.test(word))) return `"${name}" is nothing but digits.`
  const own = words.filter((word) => !['article', 'generic'].includes(wordKind(word)))
  if (own.length === 0) return `"${name}" only says what kind of thing it is.`
  const telling = own.filter((word) => !/^\p{N}+$/u.test(word))
  const isPlaceholder = telling.length > 0 && telling.every((word) => PLACEHOLDER_WORDS.has(word))
  return isPlaceholder ? `"${name}" is a placeholder.` : undefined
}
