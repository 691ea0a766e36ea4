import type { ExpandedWord, ExpandRequest } from '@utpid/core'
import { compareText, withinTypos } from '@utpid/core/adapter'
import type { Connection } from '../connection.ts'
import { HIGH, spokenText, storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { marksOf, wordOf } from './term-hash.ts'

/** Characters of a term that its index holds. */
const INDEXED = 64

interface Row {
  readonly term: string
  readonly products: number
}

/** Words of a tag that begin with a word or are a typo away from it, by how many products hold them. */
export async function expand(
  connection: Connection,
  tables: DerivedTables,
  request: ExpandRequest,
): Promise<ExpandedWord[]> {
  const { tag, word, by, limit } = request
  const rows =
    by === 'prefix' ? await startingWith(connection, tables, request) : await alike(connection, tables, request, by)
  const found: ExpandedWord[] = []
  for (const { term, products } of rows) {
    const text = spokenText(term)
    if (!text.startsWith(`${tag}:`)) continue
    const other = wordOf(text)
    if (other === word) continue
    if (by === 'prefix' ? other.startsWith(word) : withinTypos(word, other, by)) found.push({ word: other, products })
  }
  return found.sort((a, b) => b.products - a.products || compareText(a.word, b.word)).slice(0, limit)
}

/** One more than asked for, since the word itself may be among them, and all that as many products hold as the last. */
async function startingWith(
  connection: Connection,
  { terms }: DerivedTables,
  { tag, word, limit }: ExpandRequest,
): Promise<Row[]> {
  const prefix = storedText(`${tag}:${word}`)
  return await connection.query<Row>(
    `select term, products from ${terms}
     where left(term, ${INDEXED}) >= left($1, ${INDEXED}) and left(term, ${INDEXED}) < left($1, ${INDEXED}) || $2
       and starts_with(term, $1)
     order by products desc fetch first ${limit + 1} rows with ties`,
    [prefix, HIGH + HIGH],
  )
}

/** Words of about the length and about the letters; a typo adds one letter to those in use and takes one away, at most. */
async function alike(
  connection: Connection,
  { terms }: DerivedTables,
  { tag, word }: ExpandRequest,
  typos: number,
): Promise<Row[]> {
  const prefix = storedText(`${tag}:`)
  const [units, marks] = marksOf(`${tag}:${word}`)
  return await connection.query<Row>(
    `select term, products from ${terms}
     where left(term, ${INDEXED}) >= $1 and left(term, ${INDEXED}) < $1 || $2
       and units between $3 and $4 and bit_count((marks # $5::integer)::bit(32)) <= $6`,
    [prefix, HIGH + HIGH, units - typos, units + typos, marks, 2 * typos],
  )
}
