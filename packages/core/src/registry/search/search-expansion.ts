import { LIMITS } from '../../model/limits.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { ExpandRequest } from '../../storage/search-query.ts'
import { isSpaceless } from '../../text/script.ts'
import type { SearchWords } from './search-words.ts'

type Tag = 'name' | 'place' | 'other'

const TAGS: readonly Tag[] = ['name', 'place', 'other']
/**
 * Letters from which a word may hold one typo, and two: those from which comparing takes another
 * writing for a typo. Shorter words have too many neighbours that are words of their own
 * (`bed`, `red`; `hilton`, `milton` is the price of it).
 */
const ONE_TYPO_LETTERS = 4
const TWO_TYPOS_LETTERS = 8

/** One expansion of one core word under one tag. */
interface Request {
  /** Core word that it stands beside. */
  readonly word: string
  readonly tag: Tag
  readonly text: string
  readonly by: ExpandRequest['by']
}

/** The words that expansions brought, by request: what a cursor carries. */
export type ExpandedLists = readonly (readonly string[])[]

/** Terms beside those of the words themselves. */
export class ExpandedWords {
  readonly #terms: Readonly<Record<Tag, Map<string, Set<string>>>> = {
    name: new Map(),
    place: new Map(),
    other: new Map(),
  }

  /** @param by - Only what words begin, or misspelt words, too. */
  constructor(requests: readonly Request[], lists: ExpandedLists, by: 'prefix' | 'typos') {
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

export const NOTHING_EXPANDED: ExpandedWords = new ExpandedWords([], [], 'prefix')

/**
 * What is asked for a text, in one order: the last word as the beginning of others, and every
 * longer word as a misspelt one. The last word counts as unfinished whether or not a space
 * follows it: a search box and an HTTP client may drop the space, and the words themselves come
 * first anyway.
 */
export function expansionRequests({ core, all, typed }: SearchWords): Request[] {
  const last = all.at(-1) ?? ''
  const requests: Request[] = []
  for (const word of core) {
    for (const text of word === last ? new Set([word, typed]) : []) {
      if (mayBegin(text)) requests.push(...TAGS.map((tag): Request => ({ word, tag, text, by: 'prefix' })))
    }
    const by = typosOf(word)
    if (by !== 0) requests.push(...TAGS.map((tag): Request => ({ word, tag, text: word, by })))
  }
  return requests
}

/** Of a script without spaces any part of two characters is found as it is. */
function mayBegin(text: string): boolean {
  return text !== '' && !(isSpaceless(text) && [...text].length > 1)
}

/** Another number is another place, and a character of a script without spaces is half a word. */
function typosOf(word: string): 0 | 1 | 2 {
  if (/\p{N}/u.test(word) || isSpaceless(word) || word.length < ONE_TYPO_LETTERS) return 0
  return word.length < TWO_TYPOS_LETTERS ? 1 : 2
}

/** Asks an index; each list gets its share of what one search may carry. */
export async function expandWords(index: RegistryIndex, requests: readonly Request[]): Promise<ExpandedLists> {
  const share = Math.floor(LIMITS.expandedCharactersPerSearch / Math.max(1, requests.length))
  return Promise.all(
    requests.map(async ({ tag, text, by }) => {
      const found = await index.expand({ tag, word: text, by, limit: LIMITS.wordsPerExpansion })
      // A cursor carries words with spaces between them.
      return fitting(
        found.map(({ word }) => word).filter((word) => word !== '' && !word.includes(' ')),
        share,
      )
    }),
  )
}

/** As many words, from the first, as have so many characters together. */
function fitting(words: readonly string[], characters: number): string[] {
  let left = characters
  const tooMany = words.findIndex((word) => {
    left -= word.length + 1
    return left < 0
  })
  return tooMany < 0 ? [...words] : words.slice(0, tooMany)
}
