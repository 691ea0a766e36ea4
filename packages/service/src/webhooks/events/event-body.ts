import type { SentEventType } from './webhook-event.ts'

/** Maximum bytes of a body (exclusive). Receivers may rely on this limit. */
export const MAX_BODY_BYTES = 20_000
const MIN_TEXT = 200
const MAX_ACCOUNT_ID = 1_000

export interface EventBody {
  /** The id is the same at every attempt, so that receivers can deduplicate. */
  readonly id: string
  readonly type: SentEventType
  readonly timestamp: string
  readonly accountId: string
  /** Counts the events of an endpoint without gaps, so that receivers can detect missing ones. */
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Serializes an event as it is sent and signed. If it is too long, the longest lists and texts of `data` are truncated,
 * and `data.truncated` names them.
 */
export function eventBody(event: EventBody): string {
  const { accountId } = event
  if (accountId.length > MAX_ACCOUNT_ID) throw new TypeError(`The id of account ${accountId.slice(0, 20)} is too long.`)
  let { data } = event
  const truncated = new Set<string>()
  for (;;) {
    const body = JSON.stringify({
      ...withoutData(event),
      data: truncated.size === 0 ? data : { ...data, truncated: [...truncated] },
    })
    if (Buffer.byteLength(body) < MAX_BODY_BYTES) return body
    const [name, value] = longest(data)
    if (value === null) {
      // The body is long because of many values, not because of long values.
      data = {}
      truncated.clear()
      truncated.add('*')
      continue
    }
    truncated.add(name)
    data = { ...data, [name]: shortened(value) }
  }
}

function withoutData({ id, type, timestamp, accountId, sequence }: EventBody): Omit<EventBody, 'data'> {
  return { id, type, timestamp, accountId, sequence }
}

function longest(data: Readonly<Record<string, unknown>>): [string, unknown] {
  const [first = ['', null] as [string, unknown], ...others] = Object.entries(data)
  const length = (value: unknown): number => JSON.stringify(value)?.length ?? 0
  return others.reduce((most, entry) => (length(entry[1]) > length(most[1]) ? entry : most), first)
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value) && value.length > 1) return value.slice(0, value.length >> 1)
  if (typeof value === 'string' && value.length > MIN_TEXT) return value.slice(0, value.length >> 1).toWellFormed()
  // Omit a long item or an object, since a part of an item would look complete.
  return null
}
