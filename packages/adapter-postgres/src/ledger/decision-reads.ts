import type { DecisionCount, DecisionKind, DecisionQuery, DecisionRow } from '@utpid/core/storage'
import type { Database } from '../connection/database.ts'
import { decodeText, textKey } from '../tables/stored-text.ts'

/** Returns the newest decisions before a position. Each filter has its own index in this order. */
export async function decisionsBefore(
  database: Database,
  table: string,
  { actor, kind, from, before, limit }: DecisionQuery,
): Promise<DecisionRow[]> {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const conditions = ['true']
  if (actor !== undefined) conditions.push(`actor = ${value(textKey(actor))}`)
  if (kind !== undefined) conditions.push(`kind = ${value(kind)}`)
  if (from !== undefined) conditions.push(`at >= ${value(from)}`)
  if (before !== undefined) conditions.push(`(at, change) < (${value(before.at)}, ${value(before.change)}::bigint)`)
  const rows = await database.query<{ readonly content: DecisionRow }>(
    `select content from ${table} where ${conditions.join(' and ')}
     order by at desc, change desc limit ${value(limit)}`,
    values,
  )
  return rows.map(({ content }) => content)
}

export async function decisionCounts(
  database: Database,
  table: string,
  from: string,
  to: string,
): Promise<DecisionCount[]> {
  const rows = await database.query<{ day: string; actor: string; kind: DecisionKind; count: number }>(
    `select left(at, 10) as day, actor, kind, count(*) as count from ${table}
     where at >= $1 and at < $2 group by 1, 2, 3`,
    [from, `${to}U`],
  )
  return rows.map((row) => ({ ...row, actor: decodeText(row.actor), count: Number(row.count) }))
}
