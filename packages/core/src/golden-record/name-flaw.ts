import { isPlaceholderName } from '../ingest/repairs/repair-text.ts'
import { nameWords } from '../text/name-words.ts'
import { wordKind } from '../text/word-table.ts'

/** Folded words that occur in placeholder names besides generic words: `Test Hotel 2`. */
const PLACEHOLDER_WORDS: ReadonlySet<string> = new Set(
  (
    'test teste testing tests dummy sample example demo placeholder lorem ipsum asdf qwerty foo bar tbd tba tbc xx xxx ' +
    'unnamed unknown none null undefined property listing untitled default deleted inactive'
  ).split(' '),
)
/** A pattern for placeholder phrases anywhere in a name. */
const PLACEHOLDER_PATTERN =
  /\b(?:do not (?:use|book|sell)|to be (?:deleted|defined|confirmed)|dummy|lorem ipsum|placeholder)\b/i

/**
 * Returns the reason why a name does not identify a product, as a sentence; undefined if the name is valid. The record
 * parser rejects only the clearest placeholders. Verification also rejects names such as `Hotel`, `Apartment Test 3` or
 * `4711`.
 */
export function nameFlaw(name: string): string | undefined {
  if (isPlaceholderName(name) || PLACEHOLDER_PATTERN.test(name)) return `"${name}" is a placeholder.`
  const words = nameWords(name)
  if (words.every((word) => /^\p{N}+$/u.test(word))) return `"${name}" has only digits.`
  const own = words.filter((word) => !['article', 'generic'].includes(wordKind(word)))
  if (own.length === 0) return `"${name}" has only generic words.`
  const telling = own.filter((word) => !/^\p{N}+$/u.test(word))
  const isPlaceholder = telling.length > 0 && telling.every((word) => PLACEHOLDER_WORDS.has(word))
  return isPlaceholder ? `"${name}" is a placeholder.` : undefined
}
