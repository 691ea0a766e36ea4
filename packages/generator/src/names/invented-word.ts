import type { Language } from '../languages/language.ts'
import type { Random } from '../random/random.ts'
import type { NameWord } from './name-word.ts'

/**
 * Number of syllables between the first and the last syllable, with weights. With these weights, two thirds to three
 * quarters of the words in a feed of 20,000 records occur once, as in real feeds.
 */
const MIDDLES: readonly (readonly [count: number, weight: number])[] = [
  [0, 54],
  [1, 38],
  [2, 8],
]

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A syllable in lower-case Latin letters, and in the local script if the language has one. */
interface Syllable {
  readonly latin: string
  readonly local: string
}

interface Syllables {
  readonly starts: readonly Syllable[]
  readonly middles: readonly Syllable[]
  readonly ends: readonly Syllable[]
}

const syllablesOf = new WeakMap<Language, Syllables>()

function syllables(entries: readonly string[]): readonly Syllable[] {
  return entries.map((entry) => {
    const [latin = entry, local = ''] = entry.toLowerCase().split('|')
    return { latin, local }
  })
}

/** The parsed tables of a language, cached because every name uses them. */
function syllablesIn(language: Language): Syllables {
  const known = syllablesOf.get(language)
  if (known !== undefined) return known
  const starts = syllables(language.starts).map(({ latin, local }) => ({
    latin: capital(latin),
    local: capital(local),
  }))
  const made = { starts, middles: syllables(language.middles), ends: syllables(language.ends) }
  syllablesOf.set(language, made)
  return made
}

/** Invents a word that is in no dictionary but sounds like the language. */
export function inventWord(random: Random, language: Language): NameWord {
  const { starts, middles, ends } = syllablesIn(language)
  const start = random.pick(starts)
  let text = start.latin
  let local = start.local
  // Two kana alone would often be a real word.
  const minSyllables = language.code === 'ja' ? 1 : 0
  for (let left = Math.max(minSyllables, random.weighted(MIDDLES)); left > 0; left--) {
    const middle = random.pick(middles)
    text += middle.latin
    local += middle.local
  }
  const end = random.pick(ends)
  text += end.latin
  return local === '' ? { role: 'core', text } : { role: 'core', text, local: local + end.local }
}

/** Invents a word as plain Latin text for streets, companies and operators. */
export function inventText(random: Random, language: Language): string {
  return inventWord(random, language).text
}

/** Fills a pattern such as `Rue {x}` or the compound `{x}straße` with an invented word. */
export function fillPattern(random: Random, language: Language, pattern: string): string {
  return pattern.replace('{x}', inventText(random, language))
}
