import { fromBase64url, toBase64url } from '../../encoding/base64url.ts'
import { hashText53 } from '../../encoding/hash.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { strictTextDecoder, textEncoder } from '../../runtime/environment.ts'
import type { SearchPosition } from '../../storage/search-query.ts'
import type { ExpandedLists } from './search-expansion.ts'

const CURSOR_VERSION = 1

/**
 * The stages of a search, which determine its results: only exact words, also expansions, or also products that lack
 * one word.
 */
export const SEARCH_STAGES = ['exact', 'expanded', 'last'] as const

export type SearchStage = (typeof SEARCH_STAGES)[number]

/**
 * The position of the next page, with two decisions of the first page: the stage and the expanded words. Both decisions
 * depend on current counts. If each page decided again, a product could move to another tier, and then appear twice or
 * never.
 */
export interface SearchCursor {
  readonly stage: SearchStage
  readonly lists: ExpandedLists
  readonly after: SearchPosition
}

/**
 * Encodes a cursor as text. A checksum over the cursor and the query detects damaged cursors and cursors of other
 * queries.
 *
 * @param question - The JSON of everything that affects the result.
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
 * Parses a cursor.
 *
 * @param question - A function that builds the JSON of the query from the stage and lists of a cursor.
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
    'This cursor does not belong to this search: it is damaged, or the text or a filter is different. Pass the "next" of the previous answer with the same text and filters, or omit the cursor to start again.',
  )
}
