import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { clearPairCache, readPair } from './compared-pair.ts'
import type { Outcome } from './queue/decide-many.tsx'
import type { QueuedAlert } from './queue/queue-alert.ts'
import { alertQuery, type QueueFilter } from './queue/queue-filter.ts'
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
  /** Whether the service has more alerts of this filter. */
  readonly hasMore: boolean
  readonly more: () => void
  readonly show: (alertId: string) => void
  readonly marked: (alert: QueuedAlert) => void
  /** Takes the outcome of a decision about an alert of the list. */
  readonly took: (alert: QueuedAlert, resolution: Resolution, outcome: Outcome) => void
}

/**
 * State of a review session. A decided alert leaves the queue at once. Decisions are sent one by one in the background,
 * so the user need not wait.
 */
export function useReview(first: string | undefined, filter: QueueFilter): Review {
  const [state, dispatch] = useReducer(nextReviewState, NO_REVIEW)
  const current = useRef(state)
  current.current = state
  const latest = (): ReviewState => current.current
  const { total, error, hasMore, load } = useQueuePages({ first, filter }, latest, dispatch)
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
    hasMore,
    more: () => void load(),
    show: (alertId) => dispatch({ type: 'show', alertId }),
    marked: (alert) => dispatch({ type: 'marked', alert }),
    took: (alert, resolution, outcome) => {
      clearPairCache()
      if ('change' in outcome) dispatch({ type: 'decided', alert, resolution, change: outcome.change })
      else if ('first' in outcome) dispatch({ type: 'wasDecided', alert, first: outcome.first })
    },
  }
}

interface QueuePages extends Pick<Review, 'total' | 'error' | 'hasMore'> {
  readonly load: () => Promise<void>
}

interface QueueChoice {
  /** Id of the alert to show first. */
  readonly first: string | undefined
  readonly filter: QueueFilter
}

/** The loaded pages of one filter. */
interface Loading {
  readonly key: string
  isBusy: boolean
  isEnd: boolean
  cursor: string | undefined
}

/**
 * Loads the queue page by page. The next page is loaded before the queue is empty. Another filter starts a new queue.
 * The cursor keeps its place although alerts leave the queue.
 */
function useQueuePages(
  { first, filter }: QueueChoice,
  latest: () => ReviewState,
  dispatch: (action: ReviewAction) => void,
): QueuePages {
  const { queue, position } = latest()
  const key = JSON.stringify(filter)
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const loading = useRef<Loading>({ key, isBusy: false, isEnd: false, cursor: undefined })

  const load = async (): Promise<void> => {
    const own = loading.current
    if (own.isBusy || own.isEnd) return
    own.isBusy = true
    setError(undefined)
    try {
      if (own.cursor === undefined && first !== undefined) await loadFirst(first, own)
      const page = await api.alerts({ ...alertQuery(filter), limit: PAGE, cursor: own.cursor })
      if (loading.current !== own) return
      dispatch({ type: 'loaded', alerts: page.results })
      setTotal(page.total)
      own.cursor = page.next ?? undefined
      own.isEnd = page.next === null
    } catch (thrown) {
      if (loading.current === own) setError(thrown)
    } finally {
      own.isBusy = false
    }
  }
  const loadFirst = async (alertId: string, own: Loading): Promise<void> => {
    const alert = await api.alert(alertId)
    if (alert.status === 'open' && loading.current === own) dispatch({ type: 'loaded', alerts: [alert] })
  }
  useEffect(() => {
    if (loading.current.key === key) return
    loading.current = { key, isBusy: false, isEnd: false, cursor: undefined }
    setTotal(undefined)
    dispatch({ type: 'restarted' })
    void load()
  }, [key])
  useEffect(() => {
    if (total === undefined || queue.length - position < MIN_LEFT) void load()
  }, [queue.length, position])
  return { total, error, hasMore: !loading.current.isEnd, load }
}
