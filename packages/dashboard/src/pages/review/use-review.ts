import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { readPair } from './compared-pair.ts'
import {
  currentAlert,
  NO_REVIEW,
  nextReviewState,
  type Resolution,
  type ReviewAction,
  type ReviewState,
} from './review-state.ts'
import { useDecisions } from './use-decisions.ts'

const PAGE = 50
/** If the queue has fewer alerts than this number, more alerts are loaded. */
const MIN_LEFT = 10

export interface Review {
  readonly state: ReviewState
  /** Number of open alerts when the last page was loaded; undefined before the first page. */
  readonly total: number | undefined
  readonly error: unknown
  readonly again: () => void
  readonly next: () => void
  readonly previous: () => void
  readonly decide: (resolution: Resolution) => void
  readonly undo: () => void
  /** Skips the current alert, which another decision has closed. */
  readonly settled: () => void
}

/**
 * State of a review session. A decided alert leaves the queue at once. Decisions are sent one by one in the background,
 * so the user need not wait.
 */
export function useReview(first: string | undefined): Review {
  const [state, dispatch] = useReducer(nextReviewState, NO_REVIEW)
  const current = useRef(state)
  current.current = state
  const latest = (): ReviewState => current.current
  const { total, error, load } = useQueuePages(first, latest, dispatch)
  const { decide, undo } = useDecisions(latest, dispatch)
  // Preload the next pair.
  useEffect(() => {
    const following = state.queue[state.position + 1]
    if (following !== undefined) void readPair(following).catch(() => undefined)
  }, [state.queue, state.position])

  return {
    state,
    total,
    error,
    again: () => void load(),
    next: () => dispatch({ type: 'next' }),
    previous: () => dispatch({ type: 'previous' }),
    decide,
    undo,
    settled: () => {
      const alert = currentAlert(latest())
      if (alert !== undefined) dispatch({ type: 'settled', alertId: alert.alertId })
    },
  }
}

interface QueuePages extends Pick<Review, 'total' | 'error'> {
  readonly load: () => Promise<void>
}

/**
 * Loads the queue page by page. The next page is loaded before the queue is empty.
 *
 * @param first - Id of the alert to show first.
 */
function useQueuePages(
  first: string | undefined,
  latest: () => ReviewState,
  dispatch: (action: ReviewAction) => void,
): QueuePages {
  const { queue, position } = latest()
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const loading = useRef<{ isBusy: boolean; isEnd: boolean }>({ isBusy: false, isEnd: false })

  const load = async (): Promise<void> => {
    if (loading.current.isBusy || loading.current.isEnd) return
    loading.current.isBusy = true
    setError(undefined)
    try {
      const isFirst = latest().queue.length === 0 && latest().decided.length === 0
      if (isFirst && first !== undefined) {
        const alert = await api.alert(first)
        if (alert.status === 'open') dispatch({ type: 'loaded', alerts: [alert] })
      }
      // The list in the service contains only open alerts, so the offset is the number of queued alerts.
      const offset = isFirst ? 0 : latest().queue.length
      const page = await api.alerts({ status: 'open', order: 'informationGain', limit: PAGE, offset })
      dispatch({ type: 'loaded', alerts: page.results })
      setTotal(page.total)
      loading.current.isEnd = page.results.length < PAGE
    } catch (thrown) {
      setError(thrown)
    } finally {
      loading.current.isBusy = false
    }
  }
  useEffect(() => {
    if (total === undefined || queue.length - position < MIN_LEFT) void load()
  }, [queue.length, position])
  return { total, error, load }
}
