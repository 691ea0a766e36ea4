import { LIMITS } from '../../model/limits.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { ExpandRequest } from '../../storage/search-query.ts'
import { isSpaceless } from '../../text/script.ts'
import type { SearchWords } from './search-words.ts'

type Tag = 'name' | 'place' | 'other'

const TAGS: readonly Tag[] = ['name', 'place', 'other']
/**
 * The minimum length of a word for one typo and for two typos, equal to the lengths in comparisons. Shorter words have
 * too many neighbours that are real words (`bed`, `red`). Even with this minimum, `hilton` finds `milton`.
 */
const MIN_LETTERS_ONE_TYPO = 4
const MIN_LETTERS_TWO_TYPOS = 8

/** A request to expand one core word under one tag. */
interface ExpansionRequest {
  /** The core word to expand. */
  readonly word: string
  readonly tag: Tag
  readonly text: string
  readonly by: ExpandRequest['by']
}

/** Expanded words by request, in the form that a cursor contains. */
export type ExpandedLists = readonly (readonly string[])[]

/** The terms of expanded words, which a search uses besides the terms of the original words. */
export class ExpandedWords {
  readonly #terms: Readonly<Record<Tag, Map<string, Set<string>>>> = {
    name: new Map(),
    place: new Map(),
    other: new Map(),
  }

  /**
   * Creates the terms.
   *
   * @param by - `prefix`: only completions; `typos`: also misspellings.
   */
  constructor(requests: readonly ExpansionRequest[], lists: ExpandedLists, by: 'prefix' | 'typos') {
    for (const [at, request] of requests.entries()) {
      if (by === 'prefix' && request.by !== 'prefix') continue
      const { tag, word } = request
      const ofTag = this.#terms[tag]
      let terms = ofTag.get(word)
      if (terms === undefined) {
        terms = new Set()
        ofTag.set(word, terms)
      }
      for (const each of lists[at] ?? []) terms.add(`${tag}:${each}`)
    }
  }

  terms(tag: Tag, word: string): Iterable<string> {
    return this.#terms[tag].get(word) ?? []
  }
}

export const NO_EXPANSION: ExpandedWords = new ExpandedWords([], [], 'prefix')

/**
 * Returns the expansions of a text, in a fixed order: the last word as a prefix, and every longer word with typos. A
 * search box or an HTTP client may drop a space, so the function also completes a last word that a space follows. Exact
 * words still rank first.
 */
export function expansionRequests({ core, all, typed }: SearchWords): ExpansionRequest[] {
  const last = all.at(-1) ?? ''
  const requests: ExpansionRequest[] = []
  for (const word of core) {
    for (const text of word === last ? new Set([word, typed]) : []) {
      if (mayBePrefix(text)) requests.push(...TAGS.map((tag): ExpansionRequest => ({ word, tag, text, by: 'prefix' })))
    }
    const by = typosOf(word)
    if (by !== 0) requests.push(...TAGS.map((tag): ExpansionRequest => ({ word, tag, text: word, by })))
  }
  return requests
}

/**
 * Reports whether a word may be a prefix. In a script without spaces, a search finds any two characters without
 * expansion.
 */
function mayBePrefix(text: string): boolean {
  return text !== '' && !(isSpaceless(text) && [...text].length > 1)
}

/**
 * Returns the number of typos that a word may have. A number may have no typo, since another number means another
 * place. A word in a script without spaces may have no typo either, since one character is half a word.
 */
function typosOf(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word) || isSpaceless(word) || word.length < MIN_LETTERS_ONE_TYPO) return 0
  return word.length < MIN_LETTERS_TWO_TYPOS ? 1 : 2
}

/** Reads expanded words from the index. All lists share the maximum length equally. */
export async function expandWords(index: RegistryIndex, requests: readonly ExpansionRequest[]): Promise<ExpandedLists> {
  const maxCharacters = Math.floor(LIMITS.expandedCharactersPerSearch / Math.max(1, requests.length))
  return Promise.all(
    requests.map(async ({ tag, text, by }) => {
      const found = await index.expand({ tag, word: text, by, limit: LIMITS.wordsPerExpansion })
      // A cursor separates words by spaces, so it cannot contain a word with a space.
      return firstFitting(
        found.map(({ word }) => word).filter((word) => word !== '' && !word.includes(' ')),
        maxCharacters,
      )
    }),
  )
}

/** Returns the first words that fit into a given number of characters. */
function firstFitting(words: readonly string[], characters: number): string[] {
  let left = characters
  const tooMany = words.findIndex((word) => {
    left -= word.length + 1
    return left < 0
  })
  return tooMany < 0 ? [...words] : words.slice(0, tooMany)
}
