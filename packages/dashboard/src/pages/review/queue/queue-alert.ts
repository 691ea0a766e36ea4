import { type Answers, UtpidError } from '@utpid/client'

type ListedAlert = Answers['alerts']['results'][number]

/** A duplicate alert in the queue. The parts of a list row may be absent in tests. */
export type QueuedAlert = Pick<ListedAlert, 'alertId' | 'utpids' | 'names' | 'confidence' | 'informationGain'> &
  Partial<Pick<ListedAlert, 'copies' | 'skippedKeys' | 'records' | 'reason' | 'bookings' | 'detectedAt' | 'marks'>>

export type Resolution = 'merge' | 'dismiss'

/** The decision of another person that came first. */
export interface FirstDecision {
  readonly status: string
  /** The person; null if the machine closed the alert. */
  readonly by: string | null
  readonly at: string | null
  readonly note: string | null
}

/** Returns the decision that came first, if an error of the service says so. */
export function firstDecisionOf(error: unknown): FirstDecision | undefined {
  return error instanceof UtpidError && error.code === 'alert_decided'
    ? (error.problem.decided as FirstDecision | undefined)
    : undefined
}
