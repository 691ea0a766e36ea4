import { UtpidError } from '@utpid/client'
import { useRef } from 'preact/hooks'
import { api, messageOf } from '../../data/api/api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { clearPairCache } from './compared-pair.ts'
import { firstDecisionOf } from './queue/queue-alert.ts'
import { currentAlert, lastUndoable, type Resolution, type ReviewAction, type ReviewState } from './review-state.ts'

interface Decisions {
  readonly decide: (resolution: Resolution) => void
  readonly undo: () => void
}

/** Sends decisions and undo requests one by one. @param latest - Returns the state at the time of the call. */
export function useDecisions(latest: () => ReviewState, dispatch: (action: ReviewAction) => void): Decisions {
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const inTurn = (act: () => Promise<void>): void => {
    sending.current = sending.current.then(act)
  }
  const decide = (resolution: Resolution): void => {
    const alert = currentAlert(latest())
    if (alert === undefined) return
    const { alertId } = alert
    dispatch({ type: 'decide', resolution })
    inTurn(async () => {
      try {
        const { change } = await api.resolveAlert(alertId, { resolution })
        clearPairCache()
        dispatch({ type: 'done', alertId, change })
      } catch (thrown) {
        const first = firstDecisionOf(thrown)
        if (first !== undefined) {
          clearPairCache()
          dispatch({ type: 'wasDecided', alert, first })
          return
        }
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
      const last = lastUndoable(latest())
      if (last?.change === undefined) return showToast('There is nothing to undo.')
      const { alertId } = last.alert
      dispatch({ type: 'takeBack', alertId })
      try {
        await api.undo(last.change)
        clearPairCache()
        const settled = latest().settled.map((each) => each.alertId)
        const areOpen = await Promise.all(settled.map(isStillOpen))
        dispatch({ type: 'undone', alertId, reopened: settled.filter((_, at) => areOpen[at]) })
        showToast('Taken back.')
      } catch (thrown) {
        dispatch({ type: 'undoFailed', alertId })
        showToast(messageOf(thrown), { isBad: true })
      }
    })
  }
  return { decide, undo }
}

/** Whether an alert is still open after a failed decision. True if the status is unknown. */
async function isStillOpen(alertId: string): Promise<boolean> {
  try {
    return (await api.alert(alertId)).status === 'open'
  } catch (error) {
    return !(error instanceof UtpidError && error.code === 'not_found')
  }
}
