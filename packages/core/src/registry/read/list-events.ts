import { LIMITS } from '../../model/limits.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** One step of the registry as followers see it. */
export interface EventPage {
  readonly change: number
  /** ISO 8601 UTC. */
  readonly at: string
  readonly events: readonly RegistryEvent[]
}

/** From where on changes are read, and how many. */
export interface EventsOptions {
  /** Last change seen; 0 unless given. */
  readonly after?: number
  /** Changes to read: 1 to `LIMITS.rowsPerPage`, all of that unless given. */
  readonly limit?: number
}

/** The feed: what happened after a change, oldest first, without gaps. */
export async function listEvents(
  { ledger }: RegistryContext,
  { after = 0, limit = LIMITS.rowsPerPage }: EventsOptions = {},
): Promise<EventPage[]> {
  return (await ledger.changes(after, limit)).map(({ change, at, events }) => ({ change, at, events }))
}
