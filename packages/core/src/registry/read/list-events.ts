import { LIMITS } from '../../model/limits.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** Events of one change. */
export interface EventPage {
  readonly change: number
  /** ISO 8601 UTC. */
  readonly at: string
  readonly events: readonly RegistryEvent[]
}

/** Options of `events`. */
export interface EventsOptions {
  /** The last change that the caller has seen. Default: 0. */
  readonly after?: number
  /** Maximum number of changes: 1 to `LIMITS.rowsPerPage`. Default: `LIMITS.rowsPerPage`. */
  readonly limit?: number
}

/** Reads the change feed: events after a change, oldest first, without gaps. */
export async function listEvents(
  { ledger }: RegistryContext,
  { after = 0, limit = LIMITS.rowsPerPage }: EventsOptions = {},
): Promise<EventPage[]> {
  return (await ledger.changes(after, limit)).map(({ change, at, events }) => ({ change, at, events }))
}
