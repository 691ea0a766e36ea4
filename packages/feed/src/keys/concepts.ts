import { foldText } from './fold-text.ts'
import { BOUNDS, LAST_WORDS } from './time-bound.ts'
import { CONTACT_WORDS } from './words/contact-words.ts'
import { GENERAL_WORDS } from './words/general-words.ts'
import { PLACE_WORDS } from './words/place-words.ts'
import { STAY_WORDS } from './words/stay-words.ts'

/**
 * Words in the names of columns, by meaning, in the languages that feeds have. A word may have several meanings: `nombre`
 * is a name in Spanish and a count in French. Words that feeds also write apart are one word here: `numberof`.
 */
const CONCEPT_WORDS: Readonly<Record<WordConcept, string>> = {
  ...GENERAL_WORDS,
  ...PLACE_WORDS,
  ...CONTACT_WORDS,
  ...STAY_WORDS,
}

type WordConcept = keyof (typeof GENERAL_WORDS & typeof PLACE_WORDS & typeof CONTACT_WORDS & typeof STAY_WORDS)

/** The meaning of a word. `from`, `until` and `joined` are the meanings of the signs of bounds and of conjunctions. */
export type Concept = WordConcept | 'from' | 'until' | 'joined'

const LEXICON = new Map<string, readonly Concept[]>()
for (const [concept, words] of Object.entries(CONCEPT_WORDS)) {
  for (const word of words.split(/\s+/)) {
    for (const spelling of spellings(word)) {
      const known = LEXICON.get(spelling) ?? []
      if (!known.includes(concept as Concept)) LEXICON.set(spelling, [...known, concept as Concept])
    }
  }
}

for (const bound of ['from', 'until'] as const) {
  for (const word of BOUNDS[bound]) LEXICON.set(word, [...(LEXICON.get(word) ?? []), bound])
}

/** A word with an umlaut has two spellings: `Länge` and `Laenge`. */
function spellings(word: string): string[] {
  const fold = (text: string): string => foldText(text).replace(/\p{M}/gu, '')
  const long = word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  return long === word ? [fold(word)] : [fold(word), fold(long)]
}

/**
 * Endings of inflected words, longest first: of nouns and adjectives in the languages of {@link CONCEPT_WORDS}. All are
 * folded.
 */
const ENDINGS: readonly string[] =
  `larinin lerinin larin lerin lari leri nin nun lar ler ami ach ech ich ych ymi imi ego eho emu ovi
  ów ου ων ουσ εσ οσ ησ ασ οι ia ie io as os es is em en er om ow ej ou ym im um si su in un a e i o u y n s
  α ο η ι ε`
    .split(/\s+/)
    .map((ending) => foldText(ending).replace(/\p{M}/gu, ''))
    .sort((a, b) => b.length - a.length)
/** A shorter stem would join words of different meanings. */
const MIN_STEM = 5

/** Returns a word without its ending; the word itself if it is too short. */
function stemOf(word: string): string {
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= MIN_STEM)
  return ending === undefined ? word : word.slice(0, -ending.length)
}

/** The meanings of stems, for forms of words that the lexicon does not have. Stems with several meanings are left out. */
const STEMS = new Map<string, Meanings>()
const SEVERAL = new Set<string>()
for (const [word, meanings] of LEXICON) {
  const stem = stemOf(word)
  if (stem.length < MIN_STEM) continue
  const known = STEMS.get(stem)
  if (known !== undefined && known.join() !== meanings.join()) SEVERAL.add(stem)
  STEMS.set(stem, meanings)
}
for (const stem of SEVERAL) STEMS.delete(stem)

/** Returns the meanings of another form of a known word. Several products are not one. */
function inflected(word: string): Meanings | undefined {
  const meanings = STEMS.get(stemOf(word))
  return /[si]$/.test(word) ? meanings?.map((each) => (each === 'product' ? 'products' : each)) : meanings
}

/** The meanings of one word; undefined for an unknown word. A word in a sequence has one of them. */
export type Meanings = readonly Concept[]

/** Maximum words that are one word of the lexicon: `e mail`, `nucleo de poblacion`. */
const MAX_JOINED = 4
/** A part of a compound word has at least so many letters, except at the end: `objektnr`. */
const MIN_PART = 3
const SHORT_ENDS: ReadonlySet<string> = new Set(['nr', 'no', 'id', 'kz'])
const MAX_COMPOUND = 40

/**
 * Returns the meanings of words in order. Words that are written apart are joined, and a word that is unknown is split
 * like German and Dutch compound words: `Zimmeranzahl`.
 *
 * @returns undefined if a word is unknown.
 */
export function meaningsOf(words: readonly string[]): Meanings[] | undefined {
  const found: Meanings[] = []
  for (let at = 0; at < words.length; ) {
    let size = Math.min(MAX_JOINED, words.length - at)
    while (size > 1 && partMeanings(words.slice(at, at + size).join('')) === undefined) size--
    const word = words.slice(at, at + size).join('')
    const meanings = LEXICON.get(word) ?? (words.length > 1 ? inflected(word) : undefined)
    const parts = meanings === undefined ? partsOf(word) : [meanings]
    if (parts === undefined) return undefined
    found.push(...parts)
    at += size
  }
  return withLastBound(words, found)
}

/** Adds the meaning of a preposition that is the last word before a time: `Zameldowanie do godz.`, `Check-in von`. */
function withLastBound(words: readonly string[], meanings: readonly Meanings[]): Meanings[] {
  const last = meanings.findLastIndex((each) => !each.includes('time'))
  const fromEnd = meanings.length - 1 - last
  const bound = LAST_WORDS.get(words[words.length - 1 - fromEnd] ?? '')
  return meanings.map((each, at) => (at === last && bound !== undefined ? [...each, bound] : each))
}

/** The letters between the parts of a compound word. */
const LINKS: readonly string[] = ['', 's', 'n', 'en', 'es']

/** Returns the meanings of the parts of a compound word; undefined without one best division: known and few parts. */
function partsOf(word: string): Meanings[] | undefined {
  if (word.length > MAX_COMPOUND || word.length < 2 * MIN_PART) return undefined
  const all = divisionsOf(word)
  const fewest = Math.min(...all.map((parts) => parts.length))
  const best = all.filter((parts) => parts.length === fewest)
  const divisions = new Map(best.map((parts) => [parts.join('|'), parts]))
  return divisions.size === 1 ? [...divisions.values()][0] : undefined
}

function divisionsOf(word: string): Meanings[][] {
  const found: Meanings[][] = []
  for (let at = MIN_PART; at <= word.length - 2; at++) {
    const end = word.slice(at)
    const meanings = end.length < MIN_PART && !SHORT_ENDS.has(end) ? undefined : partMeanings(end)
    if (meanings !== undefined) found.push(...startsOf(word.slice(0, at)).map((start) => [...start, meanings]))
  }
  return found
}

function startsOf(start: string): Meanings[][] {
  for (const link of LINKS) {
    const stem = start.slice(0, start.length - link.length)
    const meanings = start.endsWith(link) && stem.length >= MIN_PART ? partMeanings(stem) : undefined
    if (meanings !== undefined) return [[meanings]]
  }
  return start.length < 2 * MIN_PART ? [] : divisionsOf(start)
}

/** Words without a meaning are no parts: `Voornaam` is not a name for something. */
function partMeanings(part: string): Meanings | undefined {
  const meanings = LEXICON.get(part)
  return meanings?.every((concept) => concept === 'skip' || concept === 'from' || concept === 'until')
    ? undefined
    : meanings
}
