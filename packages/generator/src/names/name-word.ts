/**
 * The function of a word in a name. Suppliers drop, add and move words by their function. Name variation therefore
 * works on words with a role, not on letters.
 */
export type WordRole = 'generic' | 'article' | 'core' | 'brand' | 'city' | 'district' | 'mark' | 'description'

export interface NameWord {
  readonly role: WordRole
  readonly text: string
  /** The same word in the local script, if the language has its own script. */
  readonly local?: string
}

/** Creates a word from a table entry: `latin` or `latin|local`. */
export function nameWord(role: WordRole, entry: string): NameWord {
  const bar = entry.indexOf('|')
  return bar < 0 ? { role, text: entry } : { role, text: entry.slice(0, bar), local: entry.slice(bar + 1) }
}

const ARTICLES = new Set(
  `le la les l' du de d' des el los las del il lo gli i dei della alla al ai der die das am zum zur im o a do da dos das
   het aan in the at`.split(/\s+/),
)

/** Splits a phrase such as `de l'Europe` into words: small words are articles, other words are core words. */
export function phraseWords(entry: string): readonly NameWord[] {
  const [latin = entry, local] = entry.split('|')
  // A phrase in two scripts stays one word, because its spellings may have different numbers of words.
  if (local !== undefined) return [{ role: 'core', text: latin, local }]
  const texts = latin
    .replaceAll("'", "' ")
    .split(' ')
    .filter((text) => text !== '')
  return texts.map((text) => ({ role: ARTICLES.has(text.toLowerCase()) ? 'article' : 'core', text }))
}

/** Joins words into one line, without a space after `l'` or before a comma. */
export function joinWords(texts: readonly string[]): string {
  let line = ''
  for (const text of texts) {
    const clings = line === '' || line.endsWith("'") || text.startsWith(',')
    line += clings ? text : ` ${text}`
  }
  return line
}

/** Returns a name in Latin letters. */
export function latinName(words: readonly NameWord[]): string {
  return joinWords(words.map((word) => word.text))
}

/** Returns a name in the local script. Brands stay unchanged. */
export function localName(words: readonly NameWord[], space: string): string {
  return words.map((word) => word.local ?? word.text).join(space)
}
