import { fromBase64url, toBase64url } from '../../encoding/base64url.ts'
import { hashText53 } from '../../encoding/hash.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { strictTextDecoder, textEncoder } from '../../runtime/environment.ts'
import type { SearchPosition } from '../../storage/search-query.ts'
import type { ExpandedLists } from './search-expansion.ts'

const CURSOR_VERSION = 1

/** How far a search is taken: the words as they are, with expansions, with what misses a word. */
export const SEARCH_STAGES = ['exact', 'expanded', 'last'] as const

export type SearchStage = (typeof SEARCH_STAGES)[number]

/**
 * Where a search goes on, and what its first page decided: how far it was taken and which words
 * it was expanded by. Both follow from live counts, so that deciding them again for each page
 * could bring a product to another tier, and it would come twice or never.
 */
export interface SearchCursor {
  readonly stage: SearchStage
  readonly lists: ExpandedLists
  readonly after: SearchPosition
}

/**
 * A cursor as text: its contents with a checksum over them and over the question, so that one
 * which is damaged or belongs to another question is told apart.
 *
 * @param question - Everything that the answer depends on, as JSON.
 */
export function writeCursor({ stage, lists, after }: SearchCursor, question: string): string {
  const contents = [
    SEARCH_STAGES.indexOf(stage),
    after.tier,
    after.key,
    after.id,
    lists.map((words) => words.join(' ')),
  ]
  const document = JSON.stringify([CURSOR_VERSION, checksum(contents, question), ...contents])
  return toBase64url(textEncoder.encode(document))
}

/**
 * @param question - Makes the question from what a cursor says that it depends on.
 * @throws {@link RegistryError} `invalid_cursor`
 */
export function readCursor(text: string, question: (stage: SearchStage, lists: ExpandedLists) => string): SearchCursor {
  const document = text.length <= LIMITS.cursorCharacters ? parse(text) : undefined
  if (!Array.isArray(document) || document.length !== 7) throw invalid()
  const [version, check, ...contents] = document
  const [place, tier, key, id, joined] = contents
  const stage = SEARCH_STAGES[place]
  if (version !== CURSOR_VERSION || stage === undefined) throw invalid()
  if (![tier, key, id].every((number) => Number.isSafeInteger(number) && number >= 0)) throw invalid()
  if (!Array.isArray(joined) || !joined.every((words) => typeof words === 'string')) throw invalid()
  const lists = joined.map((words) => (words === '' ? [] : words.split(' ')))
  if (check !== checksum(contents, question(stage, lists))) throw invalid()
  return { stage, lists, after: { tier, key, id } }
}

function checksum(contents: readonly unknown[], question: string): number {
  return hashText53(`[${JSON.stringify(contents)},${question}]`)
}

function parse(text: string): unknown {
  const bytes = fromBase64url(text)
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(strictTextDecoder.decode(bytes))
  } catch {
    return undefined
  }
}

function invalid(): RegistryError {
  return new RegistryError(
    'invalid_cursor',
    'This cursor was not given for this search: it is damaged, or the text or a filter is another one. Pass the "next" of the answer before with the same text and filters, or leave the cursor out to begin anew.',
  )
}
