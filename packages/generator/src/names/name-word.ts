/**
 * What a word does in a name. Suppliers drop, add and move words by what they do, so
 * variation works on words with a role and not on letters.
 */
export type WordRole = 'generic' | 'article' | 'core' | 'brand' | 'city' | 'district' | 'mark' | 'description'

export interface NameWord {
  readonly role: WordRole
  readonly text: string
  /** The same word in the local script, where the language has one. */
  readonly local?: string
}

/** A word from a table entry, `latin` or `latin|local`. */
export function nameWord(role: WordRole, entry: string): NameWord {
  const bar = entry.indexOf('|')
  return bar < 0 ? { role, text: entry } : { role, text: entry.slice(0, bar), local: entry.slice(bar + 1) }
}

const ARTICLES = new Set(
  `le la les l' du de d' des el los las del il lo gli i dei della alla al ai der die das am zum zur im o a do da dos das
   het aan in the at`.split(/\s+/),
)

/** The words of a phrase such as `de l'Europe`: its small words are articles, the others core. */
export function phraseWords(entry: string): readonly NameWord[] {
  const [latin = entry, local] = entry.split('|')
  // A phrase in two scripts is one word: its halves need not have as many words as each other.
  if (local !== undefined) return [{ role: 'core', text: latin, local }]
  const texts = latin
    .replaceAll("'", "' ")
    .split(' ')
    .filter((text) => text !== '')
  return texts.map((text) => ({ role: ARTICLES.has(text.toLowerCase()) ? 'article' : 'core', text }))
}

/** Words as one line: `l'` clings to what follows, and so does a comma to what precedes. */
export function joinWords(texts: readonly string[]): string {
  let line = ''
  for (const text of texts) {
    const clings = line === '' || line.endsWith("'") || text.startsWith(',')
    line += clings ? text : ` ${text}`
  }
  return line
}

/** A name in Latin letters. */
export function latinName(words: readonly NameWord[]): string {
  return joinWords(words.map((word) => word.text))
}

/** A name in the local script; brands stay as they are. */
export function localName(words: readonly NameWord[], space: string): string {
  return words.map((word) => word.local ?? word.text).join(space)
}
