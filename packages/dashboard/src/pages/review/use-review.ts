import { UtpidError } from '@utpid/client'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'
import { api, messageOf } from '../../data/api/api.ts'
import { tell } from '../../ui/toasts.tsx'
import { forgetPairs, readPair } from './compared-pair.ts'
import {
  currentAlert,
  lastUndoable,
  NO_REVIEW,
  nextReviewState,
  type Resolution,
  type ReviewState,
} from './review-state.ts'

const PAGE = 50
/** So many before the end of what is known more is asked for. */
const LEFT_LEAST = 10

export interface Review {
  readonly state: ReviewState
  /** Open alerts in all when the last page was read; undefined before the first. */
  readonly total: number | undefined
  readonly error: unknown
  readonly again: () => void
  readonly next: () => void
  readonly previous: () => void
  readonly decide: (resolution: Resolution) => void
  readonly undo: () => void
  /** Passes over the alert that is looked at: another decision settled it. */
  readonly settled: () => void
}

/** A sitting of decisions. Each leaves the queue at once and is sent in turn, so that one need not wait for the service. */
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
      // What is decided is no longer in the list: what is left of the queue stands before what is not known yet.
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
  // More is asked for while there is still something to do.
  useEffect(() => {
    if (total === undefined || state.queue.length - state.position < LEFT_LEAST) void load()
  }, [state.queue.length, state.position])
  // The next pair is there when one comes to it.
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
        forgetPairs()
        dispatch({ type: 'done', alertId, change })
      } catch (thrown) {
        const isOpen = await isStillOpen(alertId)
        forgetPairs()
        dispatch({ type: 'failed', alertId, isOpen })
        tell(isOpen ? `Not decided: ${messageOf(thrown)}` : 'It was no longer open.', { isBad: true })
      }
    })
  }
  const undo = (): void => {
    inTurn(async () => {
      const last = lastUndoable(current.current)
      if (last?.change === undefined) return tell('There is nothing to take back.')
      const { alertId } = last.alert
      dispatch({ type: 'takeBack', alertId })
      try {
        await api.undo(last.change)
        forgetPairs()
        const settled = current.current.settled.map((each) => each.alertId)
        const areOpen = await Promise.all(settled.map(isStillOpen))
        dispatch({ type: 'undone', alertId, reopened: settled.filter((_, at) => areOpen[at]) })
        tell('Taken back.')
      } catch (thrown) {
        dispatch({ type: 'undoFailed', alertId })
        tell(messageOf(thrown), { isBad: true })
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

/** Whether an alert that could not be decided can still be: nobody knows means that it can. */
async function isStillOpen(alertId: string): Promise<boolean> {
  try {
    return (await api.alert(alertId)).status === 'open'
  } catch (error) {
    return !(error instanceof UtpidError && error.code === 'not_found')
  }
}
