import { RegistryError } from '@utpid/core'
import { defined, keyPrefix, rowKey } from '@utpid/core/storage'
import { ROW_CURSOR } from '../input/cursor-forms.ts'
import type { RequestLog } from '../model/request-log.ts'
import { rowIdsFrom } from '../store/row-id.ts'
import type { ServiceStore } from '../store/service-store.ts'

/** A filter of logs. A log must satisfy all conditions that are set. */
export interface LogFilter {
  /** Milliseconds since 1970, inclusive. */
  readonly from?: number
  /** Milliseconds since 1970, exclusive. */
  readonly to?: number
  readonly keyId?: string
  readonly method?: string
  readonly route?: string
  readonly status?: number
  /** First digit of the status: 4 for 400 to 499. */
  readonly statusClass?: number
  /** The code of the problem response. */
  readonly code?: string
}

/** A page of the request log. */
export interface LogPage {
  /** Newest first. */
  readonly logs: readonly RequestLog[]
  /** Cursor of the next page; absent at the end. There may be a next page even if this page is not full. */
  readonly cursor?: string
}

const LIMIT = 100
const MAX_LIMIT = 1_000
const PAGE = 1_000
/** Maximum logs to scan in one call. A selective filter therefore returns short pages. */
const MAX_SCANNED = 10_000

/**
 * Lists the requests of an account, newest first.
 *
 * @throws `invalid_cursor`
 */
export async function readLogs(
  store: ServiceStore,
  accountId: string,
  filter: LogFilter = {},
  { limit = LIMIT, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<LogPage> {
  if (cursor !== undefined && !ROW_CURSOR.test(cursor)) {
    throw new RegistryError('invalid_cursor', 'The cursor is not from a page of logs; start without a cursor.')
  }
  const prefix = keyPrefix(accountId)
  const max = Math.min(limit, MAX_LIMIT)
  const end = filter.to === undefined ? undefined : rowIdsFrom(filter.to)
  const ends = [cursor, end].filter((each) => each !== undefined).sort()
  let before = ends[0] === undefined ? undefined : `${prefix}${ends[0]}`
  const first = filter.from === undefined ? undefined : `${prefix}${rowIdsFrom(filter.from)}`
  const logs: RequestLog[] = []
  let scanned = 0
  for (;;) {
    const rows = await store.range('request_logs', {
      prefix,
      ...defined({ before, after: first }),
      limit: Math.min(PAGE, Math.max(max, LIMIT)),
      descending: true,
    })
    for (const { key, row } of rows) {
      scanned++
      before = key
      if (matchesFilter(row, filter)) logs.push(row)
      if (logs.length >= max || scanned >= MAX_SCANNED) return { logs, cursor: key.slice(prefix.length) }
    }
    if (rows.length === 0) return { logs }
  }
}

/** Returns the request with this id; the latest log if a client reused the id; undefined if there is none. */
export async function readLog(
  store: ServiceStore,
  accountId: string,
  requestId: string,
): Promise<RequestLog | undefined> {
  const [name] = await store.read('request_ids', [rowKey(accountId, requestId)])
  if (name === undefined) return undefined
  const [stored] = await store.read('request_logs', [name.row.key])
  return stored?.row
}

function matchesFilter(log: RequestLog, { keyId, method, route, status, statusClass, code }: LogFilter): boolean {
  return (
    (keyId === undefined || log.keyId === keyId) &&
    (method === undefined || log.method === method) &&
    (route === undefined || log.route === route) &&
    (status === undefined || log.status === status) &&
    (statusClass === undefined || Math.floor(log.status / 100) === statusClass) &&
    (code === undefined || log.code === code)
  )
}
