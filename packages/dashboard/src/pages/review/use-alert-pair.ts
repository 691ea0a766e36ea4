import { useEffect, useState } from 'preact/hooks'
import { type RequestState, useRequest } from '../../data/hooks/use-request.ts'
import { clearPairCache, readPair } from './compared-pair.ts'
import { currentAlert, type QueuedAlert } from './review-state.ts'
import type { ComparedPair } from './shown-pair.ts'
import type { Review } from './use-review.ts'

interface AlertPair {
  readonly alert: QueuedAlert | undefined
  readonly pair: RequestState<ComparedPair | undefined>
  /** Whether the pair of the current alert is loaded. */
  readonly isShown: boolean
  readonly reload: () => void
}

/** Loads the pair of the current alert. Skips alerts that are no longer open. */
export function useAlertPair({ state, settled }: Review): AlertPair {
  const [turn, setTurn] = useState(0)
  const alert = currentAlert(state)
  const pair = useRequest(
    // biome-ignore lint/style/noNonNullAssertion: the function is called only with an alert.
    () => readPair(alert!),
    alert === undefined ? undefined : `${alert.alertId} ${turn}`,
  )
  const isShown = alert !== undefined && pair.data !== undefined && !pair.isLoading
  const isSettled = alert !== undefined && !pair.isLoading && pair.error === undefined && pair.data === undefined
  // Another decision in this session, or another person, has closed the alert.
  useEffect(() => {
    if (isSettled) settled()
  }, [isSettled, alert?.alertId])
  const reload = (): void => {
    clearPairCache()
    setTurn((each) => each + 1)
  }
  return { alert, pair, isShown, reload }
}
