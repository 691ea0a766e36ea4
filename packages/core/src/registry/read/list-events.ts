import { LIMITS } from '../../model/limits.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** The events of one change. */
export interface EventPage {
  readonly change: number
  /** The time of the change, ISO 8601 UTC. */
  readonly at: string
  readonly events: readonly RegistryEvent[]
}

/** The options of `events`. */
export interface EventsOptions {
  /** The last change that the caller has already read. Default: 0. */
  readonly after?: number
  /** The maximum number of changes: 1 to `LIMITS.rowsPerPage`. Default: `LIMITS.rowsPerPage`. */
  readonly limit?: number
}

/** Reads the change feed: the events after a change, oldest event first, without gaps. */
export async function listEvents(
  { ledger }: RegistryContext,
  { after = 0, limit = LIMITS.rowsPerPage }: EventsOptions = {},
): Promise<EventPage[]> {
  return (await ledger.changes(after, limit)).map(({ change, changedAt, events }) => ({
    change,
    at: changedAt,
    events,
  }))
}
