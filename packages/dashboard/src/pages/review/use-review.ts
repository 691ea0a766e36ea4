import { UtpidError } from '@utpid/client'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { api, messageOf } from '../../data/api/api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { clearPairCache, readPair } from './compared-pair.ts'
import {
  currentAlert,
  lastUndoable,
  NO_REVIEW,
  nextReviewState,
  type Resolution,
  type ReviewState,
} from './review-state.ts'

const PAGE = 50
/** Loads more when this many known alerts are left. */
const MIN_LEFT = 10

export interface Review {
  readonly state: ReviewState
  /** Total of open alerts at the last page; undefined before the first. */
  readonly total: number | undefined
  readonly error: unknown
  readonly again: () => void
  readonly next: () => void
  readonly previous: () => void
  readonly decide: (resolution: Resolution) => void
  readonly undo: () => void
  /** Skips the current alert, which another decision has settled. */
  readonly settled: () => void
}

/** State of a review session. Decisions leave the queue at once and are sent one by one, so the user need not wait. */
export function useReview(first: string | undefined): Review {
  const [state, dispatch] = useReducer(nextReviewState, NO_REVIEW)
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const loading = useRef<{ isBusy: boolean; isEnd: boolean }>({ isBusy: false, isEnd: false })
  const current = useRef(state)
  current.current = state

  const load = async (): Promise<void> => {
    if (loading.current.isBusy || loading.current.isEnd) return
    loading.current.isBusy = true
    setError(undefined)
    try {
      const isFirst = current.current.queue.length === 0 && current.current.decided.length === 0
      if (isFirst && first !== undefined) {
        const alert = await api.alert(first)
        if (alert.status === 'open') dispatch({ type: 'loaded', alerts: [alert] })
      }
      // Decided alerts are no longer in the list, so the offset is the number of queued alerts.
      const offset = isFirst ? 0 : current.current.queue.length
      const page = await api.alerts({ status: 'open', order: 'gain', limit: PAGE, offset })
      dispatch({ type: 'loaded', alerts: page.results })
      setTotal(page.total)
      loading.current.isEnd = page.results.length < PAGE
    } catch (thrown) {
      setError(thrown)
    } finally {
      loading.current.isBusy = false
    }
  }
  // Load more before the queue is empty.
  useEffect(() => {
    if (total === undefined || state.queue.length - state.position < MIN_LEFT) void load()
  }, [state.queue.length, state.position])
  // Preload the next pair.
  useEffect(() => {
    const following = state.queue[state.position + 1]
    if (following !== undefined) void readPair(following).catch(() => undefined)
  }, [state.queue, state.position])

  const inTurn = (act: () => Promise<void>): void => {
    sending.current = sending.current.then(act)
  }
  const decide = (resolution: Resolution): void => {
    const alert = currentAlert(current.current)
    if (alert === undefined) return
    const { alertId } = alert
    dispatch({ type: 'decide', resolution })
    inTurn(async () => {
      try {
        const { change } = await api.resolveAlert(alertId, { resolution })
        clearPairCache()
        dispatch({ type: 'done', alertId, change })
      } catch (thrown) {
        const isOpen = await isStillOpen(alertId)
        clearPairCache()
        dispatch({ type: 'failed', alertId, isOpen })
        showToast(isOpen ? `The decision failed: ${messageOf(thrown)}` : 'The alert was no longer open.', {
          isBad: true,
        })
      }
    })
  }
  const undo = (): void => {
    inTurn(async () => {
      const last = lastUndoable(current.current)
      if (last?.change === undefined) return showToast('There is nothing to undo.')
      const { alertId } = last.alert
      dispatch({ type: 'takeBack', alertId })
      try {
        await api.undo(last.change)
        clearPairCache()
        const settled = current.current.settled.map((each) => each.alertId)
        const areOpen = await Promise.all(settled.map(isStillOpen))
        dispatch({ type: 'undone', alertId, reopened: settled.filter((_, at) => areOpen[at]) })
        showToast('Taken back.')
      } catch (thrown) {
        dispatch({ type: 'undoFailed', alertId })
        showToast(messageOf(thrown), { isBad: true })
      }
    })
  }
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
      const alert = currentAlert(current.current)
      if (alert !== undefined) dispatch({ type: 'settled', alertId: alert.alertId })
    },
  }
}

/** Whether an alert is still open after a failed decision. Assumes so if unknown. */
async function isStillOpen(alertId: string): Promise<boolean> {
  try {
    return (await api.alert(alertId)).status === 'open'
  } catch (error) {
    return !(error instanceof UtpidError && error.code === 'not_found')
  }
}
