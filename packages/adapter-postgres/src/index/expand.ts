import type { ExpandedWord, ExpandRequest } from '@utpid/core'
import { compareText, withinTypos } from '@utpid/core/adapter'
import { arrayOf, type Connection } from '../connection.ts'
import { HIGH, spokenText, storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { INDEXED_CHARACTERS, magnitudeOf, marksOf, tracesOf } from './spelling.ts'

interface Row {
  readonly word: string
  readonly products: number
}

/** Words of a tag that begin with a word or are a typo away from it, by how many products hold them. */
export async function expand(
  connection: Connection,
  tables: DerivedTables,
  { tag, word, by, limit }: ExpandRequest,
): Promise<ExpandedWord[]> {
  const rows =
    by === 'prefix'
      ? await startingWith(connection, tables, tag, word, limit)
      : await alike(connection, tables, tag, word, by)
  const found: ExpandedWord[] = []
  for (const { word: stored, products } of rows) {
    const other = spokenText(stored)
    if (other === word) continue
    if (by === 'prefix' ? other.startsWith(word) : withinTypos(word, other, by)) found.push({ word: other, products })
  }
  return found.sort((a, b) => b.products - a.products || compareText(a.word, b.word)).slice(0, limit)
}

/**
 * One more than asked for, since the word itself may be among them, and all that as many products hold as the last. Words
 * are walked from the highest magnitude down, so that of those which few products hold none is looked at in vain.
 */
async function startingWith(
  connection: Connection,
  { terms, spellings }: DerivedTables,
  tag: string,
  word: string,
  limit: number,
): Promise<Row[]> {
  const begins = `s.tag = $1 and left(s.word, ${INDEXED_CHARACTERS}) >= left($2, ${INDEXED_CHARACTERS})
    and left(s.word, ${INDEXED_CHARACTERS}) < left($2, ${INDEXED_CHARACTERS}) || $3 and starts_with(s.word, $2)`
  return await connection.query<Row>(
    `with least as materialized (
       select coalesce(min(magnitude), 0) as magnitude from (
         select m.magnitude from generate_series($4::integer, 0, -1) as m(magnitude)
         cross join lateral (select 1 from ${spellings} s where s.magnitude = m.magnitude and ${begins} limit $5) as one
         limit $5
       ) as first having count(*) >= $5
     )
     select s.word, t.products
     from generate_series(coalesce((select magnitude from least), 0), $4::integer) as m(magnitude)
     cross join lateral (select * from ${spellings} s where s.magnitude = m.magnitude and ${begins} offset 0) as s
     cross join lateral (select products from ${terms} t where t.hash = s.hash offset 0) as t
     order by products desc fetch first $5 rows with ties`,
    [storedText(tag), storedText(word), HIGH + HIGH, magnitudeOf(Number.MAX_SAFE_INTEGER), limit + 1],
  )
}

/**
 * Words that have a trace in common, which says their tag, too: another index to go by would only cost time. Those with
 * digits by about the length and about the letters.
 */
async function alike(
  connection: Connection,
  { terms, spellings }: DerivedTables,
  tag: string,
  word: string,
  typos: number,
): Promise<Row[]> {
  const units = Array.from({ length: 2 * typos + 1 }, (_, at) => word.length - typos + at)
  // A typo adds one letter to those in use and takes one away, at most. What differs in more is spared a look at its count.
  const near = `s.units = any($2::integer[]) and bit_count((s.marks # $3::integer)::bit(32)) <= ${2 * typos}`
  return await connection.query<Row>(
    `with traced as materialized (
       select hash, tag, word, units, marks from ${spellings} where traces operator(pg_catalog.&&) $4::integer[]
     ), near as materialized (
       select hash, word from traced s where tag = $1 and ${near}
       union all
       select hash, word from ${spellings} s where tag = $1 and traces is null and ${near}
     )
     select near.word, t.products from near
     cross join lateral (select products from ${terms} t where t.hash = near.hash offset 0) as t`,
    [storedText(tag), arrayOf(units), marksOf(word), arrayOf(tracesOf(tag, word, typos))],
  )
}
