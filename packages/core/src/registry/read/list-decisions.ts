import { defined } from '../../model/defined.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Utpid } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { DecisionCount, DecisionPosition } from '../../storage/ledger.ts'
import type { DecisionKind, DecisionRow } from '../../storage/rows.ts'
import { compareText } from '../../text/text-order.ts'
import { checkText, quoted } from '../context/check-arguments.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { storedTime } from './stored-time.ts'

/** A range of time, for decisions. */
export interface DecisionRange {
  /** A day as `YYYY-MM-DD`, or a time in ISO 8601: the start of the range. */
  readonly from?: string
  /** A day, which belongs to the range, or a time, which does not: the end of the range. */
  readonly to?: string
}

/** The options of `decisions`. */
export interface DecisionsOptions extends DecisionRange {
  /** Only decisions of this author. */
  readonly actor?: string
  readonly kind?: DecisionKind
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
  /** The maximum number of decisions, 1 to `LIMITS.rowsPerPage`. Default: 20. */
  readonly limit?: number
}

/** A product as it was before a decision. */
export interface DecidedProduct {
  readonly utpid: Utpid
  /** The displayed name; for an inactive product, the name of its first record at the decision. */
  readonly name: string
  readonly active: boolean
}

/** A curator decision with its products. */
export interface ListedDecision
  extends Pick<DecisionRow, 'change' | 'at' | 'kind' | 'actor' | 'note' | 'undoes' | 'undoneBy'> {
  readonly products: readonly DecidedProduct[]
}

/** A page of decisions, newest first. */
export interface DecisionList {
  readonly decisions: readonly ListedDecision[]
  /** The cursor of the next page; absent on the last page. */
  readonly nextCursor?: string
}

const DEFAULT_LIMIT = 20
const KINDS: readonly DecisionKind[] = [
  'merge',
  'dismiss',
  'split',
  'delete',
  'pin',
  'unpin',
  'verify',
  'unverify',
  'undo',
]
const MS_PER_DAY = 86_400_000
const MAX_DAYS = 366
const DEFAULT_DAYS = 30
/** The number of characters of a day in a time. */
const DAY = 10

/** Lists curator decisions, newest first. */
export async function listDecisions(
  { ledger, format }: RegistryContext,
  { actor, kind, from, to, cursor, limit = DEFAULT_LIMIT }: DecisionsOptions,
): Promise<DecisionList> {
  checkText(actor, 'actor')
  if (kind !== undefined && !KINDS.includes(kind)) {
    throw validationError(`kind is ${quoted(kind)}; it must be one of ${KINDS.join(', ')}.`)
  }
  const end = timeOf(to, 'to', 1)
  const after = cursor === undefined ? undefined : positionOf(cursor)
  const before = end !== undefined && !(after && after.at < end) ? { at: end, change: 0 } : after
  const query = defined({ actor, kind, from: timeOf(from, 'from', 0), before })
  const rows = await ledger.listDecisions({ ...query, limit })
  const last = rows.length < limit ? undefined : rows.at(-1)
  const products = rows.flatMap(({ before }) => before)
  const active = await readInChunks(
    products.map(({ id }) => id),
    (ids) => ledger.getProducts(ids),
  )
  const inactive = products.flatMap(({ records }, at) => (active[at] === undefined ? records.slice(0, 1) : []))
  const records = await readInChunks(inactive, (ids) => ledger.getRecords(ids))
  const names = new Map(inactive.map((id, at) => [id, records[at]?.row.record.name]))
  let next = 0
  return {
    decisions: rows.map(({ change, at, kind, actor, note, undoes, undoneBy, before }) => ({
      change,
      at,
      kind,
      actor,
      ...defined({ note, undoes, undoneBy }),
      products: before.map(({ id, records: [first = 0] }) => {
        const row = active[next++]
        return {
          utpid: format.format(id),
          name: row?.goldenRecord.name ?? names.get(first) ?? '',
          active: row !== undefined,
        }
      }),
    })),
    ...(last && { nextCursor: `${Date.parse(last.at)}-${last.change}` }),
  }
}

/** Counts the curator decisions of each day, author and kind, newest day first. Default: the last 30 days. */
export async function countDecisions(context: RegistryContext, { from, to }: DecisionRange): Promise<DecisionCount[]> {
  const last = timeOf(to, 'to', 0) ?? now(context)
  const first = timeOf(from, 'from', 0) ?? storedTime(Date.parse(last) - (DEFAULT_DAYS - 1) * MS_PER_DAY)
  if (Date.parse(last) - Date.parse(first) > MAX_DAYS * MS_PER_DAY) {
    throw validationError(`A count covers at most ${MAX_DAYS} days; give a later "from" or an earlier "to".`)
  }
  const counts = await context.ledger.countDecisions(first.slice(0, DAY), last.slice(0, DAY))
  return counts.sort(
    (a, b) => compareText(b.day, a.day) || compareText(a.actor, b.actor) || compareText(a.kind, b.kind),
  )
}

/** Returns a time as stored; for a day, its start plus a number of days. */
function timeOf(text: string | undefined, name: string, days: number): string | undefined {
  if (text === undefined) return undefined
  const ms = typeof text === 'string' && /^\d{4}-\d\d-\d\d(T.+)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) {
    throw validationError(
      `${name} is ${quoted(text)}; write a day like 2026-01-31 or a time like 2026-01-31T12:00:00Z.`,
    )
  }
  return storedTime(text.length === DAY ? ms + days * MS_PER_DAY : ms)
}

function positionOf(cursor: string): DecisionPosition {
  const [, ms, change] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? []
  if (ms === undefined) throw new RegistryError('invalid_cursor', 'This is no cursor of a list of decisions.')
  return { at: storedTime(Number(ms)), change: Number(change) }
}
