/**
 * An encoding of the terms of a product in one text. The terms are grouped by tag; each tag is a letter, and each
 * repeated word is one character. For example, `name:marlowe`, `name:paris`, `place:paris`, `whole:marlowe paris`
 * become `nmarlowe,paris|p#|w!#`.
 */

/** The letter of each tag. With `isSpelt`, references replace the words of its terms. */
const TAGS: Readonly<Record<string, { readonly letter: string; readonly isSpelt: boolean }>> = {
  category: { letter: 'g', isSpelt: true },
  cell: { letter: 'e', isSpelt: false },
  city: { letter: 'c', isSpelt: true },
  core: { letter: 'o', isSpelt: true },
  country: { letter: 'y', isSpelt: false },
  iata: { letter: 'i', isSpelt: false },
  name: { letter: 'n', isSpelt: true },
  other: { letter: 'r', isSpelt: true },
  place: { letter: 'p', isSpelt: true },
  region: { letter: 'q', isSpelt: true },
  supplier: { letter: 's', isSpelt: true },
  whole: { letter: 'w', isSpelt: true },
}
const TAG_OF: ReadonlyMap<string, string> = new Map(Object.entries(TAGS).map(([tag, { letter }]) => [letter, tag]))
/** The prefix of a tag without a letter. The tag ends with a colon. */
const LONG_TAG = '0'

const NEXT_TAG = '|'
const NEXT_TERM = ','
const SEPARATORS = /[|,]/
/** The references to the first words of a text. No word may start with a reference, and JSON escapes no reference. */
const REFERENCES = "!#$%&'()*+-./:;<=>?@[]^_`{}~"
/** The minimum length of a word with a reference. References to shorter words save nothing. */
const MIN_REFERENCED_CHARACTERS = 2

/**
 * Encodes terms as one text.
 *
 * @returns undefined for terms that this encoding cannot represent.
 */
export function termsText(terms: readonly string[]): string | undefined {
  const references = new Map<string, string>()
  let text = ''
  /** The last tag with its colon. */
  let last: string | undefined
  let isSpelt = false
  for (const term of terms) {
    if (SEPARATORS.test(term)) return undefined
    if (last !== undefined && term.startsWith(last)) text += NEXT_TERM
    else {
      const colon = term.indexOf(':')
      if (colon < 0) return undefined
      const tag = term.slice(0, colon)
      const known = Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined
      if (last !== undefined) text += NEXT_TAG
      text += known?.letter ?? `${LONG_TAG}${tag}:`
      isSpelt = known?.isSpelt === true
      last = `${tag}:`
    }
    const words = isSpelt ? wordsText(term.slice(last.length), references) : term.slice(last.length)
    if (words === undefined) return undefined
    text += words
  }
  return text
}

/** Returns the words of a term as text. A space follows each written word except the last word. */
function wordsText(words: string, references: Map<string, string>): string | undefined {
  let text = ''
  let isWritten = false
  for (let at = 0; at <= words.length; ) {
    const space = words.indexOf(' ', at)
    const word = words.slice(at, space < 0 ? words.length : space)
    at += word.length + 1
    if (isWritten) text += ' '
    const reference = references.get(word)
    if (reference !== undefined) {
      text += reference
      isWritten = false
      continue
    }
    if (REFERENCES.includes(word.charAt(0))) return undefined
    text += word
    isWritten = true
    if (hasReference(word) && references.size < REFERENCES.length) {
      references.set(word, REFERENCES[references.size] as string)
    }
  }
  return text
}

/** Decodes the result of {@link termsText}. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  const referred: string[] = []
  if (text === '') return terms
  for (const group of text.split(NEXT_TAG)) {
    const letter = group.charAt(0)
    const colon = letter === LONG_TAG ? group.indexOf(':') : 0
    const tag = letter === LONG_TAG ? group.slice(1, colon) : (TAG_OF.get(letter) as string)
    const isSpelt = letter !== LONG_TAG && TAGS[tag]?.isSpelt === true
    for (const words of group.slice(colon + 1).split(NEXT_TERM)) {
      terms.push(`${tag}:${isSpelt ? wordsOf(words, referred) : words}`)
    }
  }
  return terms
}

function wordsOf(text: string, referred: string[]): string {
  let words = ''
  for (let at = 0; at < text.length; ) {
    if (at > 0) words += ' '
    const reference = REFERENCES.indexOf(text.charAt(at))
    if (reference >= 0) {
      words += referred[reference]
      at++
      continue
    }
    const space = text.indexOf(' ', at)
    const word = text.slice(at, space < 0 ? text.length : space)
    if (referred.length < REFERENCES.length && hasReference(word)) referred.push(word)
    words += word
    at = space < 0 ? text.length : space + 1
  }
  return words
}

function hasReference(word: string): boolean {
  return word.length >= MIN_REFERENCED_CHARACTERS
}
