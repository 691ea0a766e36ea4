import type { ExpandedWord, ExpandRequest } from '@utpid/core/storage'
import { compareText, withinTypos } from '@utpid/core/storage'
import { arrayOf, type Connection } from '../../connection/connection.ts'
import { decodeText, encodeText, HIGH } from '../../tables/stored-text.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { characterMask, INDEXED_CHARACTERS, tracesOf } from '../terms/spelling.ts'

interface Row {
  /** The position of the request, from 1. */
  readonly place: number
  readonly word: string
  readonly products: number
}

/** A word that may be within the allowed typos. */
interface TypoRow {
  readonly place: number
  readonly word: string
  readonly hash: number
  readonly magnitude: number
}

/**
 * Returns for each request the words of a tag with a prefix or with typos, sorted by number of products. One statement
 * finds all prefix matches, and another statement all typos.
 */
export async function expand(
  connection: Connection,
  tables: DerivedTables,
  requests: readonly ExpandRequest[],
): Promise<ExpandedWord[][]> {
  const lists = new Map(requests.map((request) => [request, [] as ExpandedWord[]]))
  const prefixRequests = requests.filter(({ by }) => by === 'prefix')
  const typoRequests = requests.filter(({ by }) => by !== 'prefix')
  const add = (asked: readonly ExpandRequest[], rows: readonly Row[]): void => {
    for (const { place, word, products } of rows) {
      const request = asked[place - 1] as ExpandRequest
      if (isExpansion(request, word)) lists.get(request)?.push({ word: decodeText(word), products })
    }
  }
  await Promise.all([
    prefixRequests.length === 0 ||
      startingWith(connection, tables, prefixRequests).then((rows) => add(prefixRequests, rows)),
    typoRequests.length === 0 || withTypos(connection, tables, typoRequests).then((rows) => add(typoRequests, rows)),
  ])
  return requests.map((request) => {
    const found = lists.get(request) as ExpandedWord[]
    return found.sort((a, b) => b.products - a.products || compareText(a.word, b.word)).slice(0, request.limit)
  })
}

/** @param stored - A word in the encoding of the database. */
function isExpansion({ word, by }: ExpandRequest, stored: string): boolean {
  const other = decodeText(stored)
  if (other === word) return false
  return by === 'prefix' ? other.startsWith(word) : withinTypos(word, other, by)
}

/**
 * Finds prefix matches. It reads one match more than requested, since the word itself may be among them, and all words
 * as frequent as the last match. It reads words from the highest magnitude down, to read few rare words.
 */
async function startingWith(
  connection: Connection,
  { terms, spellings }: DerivedTables,
  requests: readonly ExpandRequest[],
): Promise<Row[]> {
  const begins = `s.tag = a.tag and left(s.word, ${INDEXED_CHARACTERS}) >= left(a.word, ${INDEXED_CHARACTERS})
    and left(s.word, ${INDEXED_CHARACTERS}) < left(a.word, ${INDEXED_CHARACTERS}) || $4 and starts_with(s.word, a.word)`
  return await connection.query<Row>(
    `select a.place, found.word, found.products
     from unnest($1::text[], $2::text[], $3::integer[]) with ordinality as a(tag, word, most, place)
     cross join lateral (
       with highest as materialized (
         select magnitude from ${spellings} s where s.tag = a.tag order by s.tag desc, s.magnitude desc limit 1
       ), least as materialized (
         select coalesce(min(magnitude), 0) as magnitude from (
           select m.magnitude from generate_series((select magnitude from highest), 0, -1) as m(magnitude)
           cross join lateral (select 1 from ${spellings} s where s.magnitude = m.magnitude and ${begins} limit a.most) as one
           limit a.most
         ) as first having count(*) >= a.most
       )
       select s.word, t.products
       from generate_series(coalesce((select magnitude from least), 0), (select magnitude from highest)) as m(magnitude)
       cross join lateral (select * from ${spellings} s where s.magnitude = m.magnitude and ${begins} offset 0) as s
       cross join lateral (select products from ${terms} t where t.hash = s.hash offset 0) as t
       order by products desc fetch first (a.most) rows with ties
     ) as found`,
    [
      requests.map(({ tag }) => encodeText(tag)),
      requests.map(({ word }) => encodeText(word)),
      requests.map(({ limit }) => limit + 1),
      HIGH + HIGH,
    ],
  )
}

/**
 * Finds words with typos. It reads the count of a word only if the word is within the requested typos and may be among
 * the most frequent words.
 */
async function withTypos(
  connection: Connection,
  tables: DerivedTables,
  requests: readonly ExpandRequest[],
): Promise<Row[]> {
  const near = requests.map((): TypoRow[] => [])
  for (const row of await sharingTrace(connection, tables, requests)) {
    if (isExpansion(requests[row.place - 1] as ExpandRequest, row.word)) near[row.place - 1]?.push(row)
  }
  const likely = requests.flatMap(({ limit }, at) => {
    const rows = (near[at] as TypoRow[]).sort((a, b) => b.magnitude - a.magnitude)
    const least = rows[limit - 1]?.magnitude ?? 0
    return rows.filter(({ magnitude }) => magnitude >= least)
  })
  if (likely.length === 0) return []
  const counts = await connection.query<{ hash: number; products: number }>(
    `select hash, products from ${tables.terms} where hash = any($1::bigint[])`,
    [arrayOf(new Set(likely.map(({ hash }) => hash)))],
  )
  const products = new Map(counts.map((row) => [row.hash, row.products]))
  // Skips a word that is missing now: it has lost all its products.
  return likely.flatMap(({ place, word, hash }) => {
    const held = products.get(hash)
    return held === undefined ? [] : [{ place, word, products: held }]
  })
}

/**
 * Finds words that share a trace. Traces include the tag, so a combination with another index would only cost time.
 * Words with digits are found by similar length and letters.
 */
async function sharingTrace(
  connection: Connection,
  { spellings }: DerivedTables,
  requests: readonly ExpandRequest[],
): Promise<TypoRow[]> {
  // A typo sets at most one bit of the character mask and clears at most one bit. Words with more differences are
  // skipped.
  const near = `s.tag = a.tag and s.units between a.units - a.typos and a.units + a.typos
    and bit_count((s.marks # a.marks)::bit(32)) <= 2 * a.typos`
  const typosOf = ({ by }: ExpandRequest): number => (by === 'prefix' ? 0 : by)
  return await connection.query<TypoRow>(
    `select a.place, near.word, near.hash, near.magnitude
     from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::text[])
       with ordinality as a(tag, units, marks, typos, traces, place)
     cross join lateral (
       select s.hash, s.word, s.magnitude from (
         select * from ${spellings} where traces operator(pg_catalog.&&) a.traces::integer[] offset 0
       ) as s where ${near}
       union all
       select s.hash, s.word, s.magnitude from ${spellings} s where s.traces is null and ${near}
     ) as near`,
    [
      requests.map(({ tag }) => encodeText(tag)),
      requests.map(({ word }) => word.length),
      requests.map(({ word }) => characterMask(word)),
      requests.map(typosOf),
      requests.map((request) => arrayOf(tracesOf(request.tag, request.word, typosOf(request)))),
    ],
  )
}
