import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { api, messageOf } from '../../../data/api/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { count } from '../../../ui/show-values.ts'
import { type FirstDecision, firstDecisionOf, type QueuedAlert, type Resolution } from './queue-alert.ts'
import { firstDecisionText } from './queue-texts.ts'

/** The outcome of one alert: a change, another decision that came first, or an error. */
export type Outcome = { readonly change: number } | { readonly first: FirstDecision } | { readonly error: string }

interface DecideManyProps {
  readonly alerts: readonly QueuedAlert[]
  readonly resolution: Resolution
  readonly onOutcome: (alert: QueuedAlert, outcome: Outcome) => void
  readonly onClose: () => void
}

/** Dialog for deciding several alerts: shows which, asks for one reason, and shows the outcome of each. */
export function DecideMany({ alerts, resolution, onOutcome, onClose }: DecideManyProps): JSX.Element {
  const [note, setNote] = useState('')
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [isRunning, setRunning] = useState(false)
  /** The alerts when the dialog opened. Decided alerts leave the queue. */
  const all = useRef(alerts).current
  const isStopped = useRef(false)
  const left = all.filter(({ alertId }) => !outcomes.has(alertId))
  const isPreview = outcomes.size === 0 && !isRunning

  const run = async (): Promise<void> => {
    isStopped.current = false
    setRunning(true)
    for (const alert of left) {
      if (isStopped.current) break
      const outcome = await decided(alert, resolution, note)
      onOutcome(alert, outcome)
      setOutcomes((known) => new Map([...known, [alert.alertId, outcome]]))
    }
    setRunning(false)
  }
  const close = (): void => {
    isStopped.current = true
    onClose()
  }
  const what = resolution === 'merge' ? 'Merge' : 'Keep apart'
  const pairs = `${count(all.length)} ${all.length === 1 ? 'pair' : 'pairs'}`
  return (
    <Dialog title={`${what} ${pairs}`} onClose={close}>
      <p>
        {resolution === 'merge'
          ? `Each of these ${pairs} becomes one product.`
          : `The two products of each of these ${pairs} stay apart, also when their records change.`}{' '}
        Each decision can be undone.
      </p>
      <ol class="decide-many" aria-label="Pairs">
        {all.map((alert) => (
          <li key={alert.alertId}>
            {alert.names[0]} · {alert.names[1]} <OutcomeText outcome={outcomes.get(alert.alertId)} />
          </li>
        ))}
      </ol>
      {isPreview ? (
        <TextField label="Reason for all" value={note} onInput={setNote} hint="Stored with each decision." />
      ) : (
        <p role="status">
          {count(outcomes.size)} of {count(all.length)} done{summaryOf([...outcomes.values()])}.
        </p>
      )}
      <div class="actions">
        <Button onPress={isRunning ? () => (isStopped.current = true) : close}>
          {isRunning ? 'Stop' : isPreview ? 'Cancel' : 'Done'}
        </Button>
        {left.length > 0 && (
          <Button kind="primary" isBusy={isRunning} onPress={() => void run()}>
            {isPreview ? `${what} ${pairs}` : `Continue with ${count(left.length)}`}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

async function decided({ alertId }: QueuedAlert, resolution: Resolution, note: string): Promise<Outcome> {
  try {
    return await api.resolveAlert(alertId, { resolution, ...(note.trim() === '' ? {} : { note: note.trim() }) })
  } catch (error) {
    const first = firstDecisionOf(error)
    return first === undefined ? { error: messageOf(error) } : { first }
  }
}

function OutcomeText({ outcome }: { readonly outcome: Outcome | undefined }): JSX.Element | null {
  if (outcome === undefined) return null
  if ('change' in outcome) return <span class="good-text">done</span>
  return 'first' in outcome ? (
    <span class="dim">{firstDecisionText(outcome.first)}</span>
  ) : (
    <span class="bad-text">{outcome.error}</span>
  )
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const firsts = outcomes.filter((each) => 'first' in each).length
  const errors = outcomes.filter((each) => 'error' in each).length
  return `${firsts === 0 ? '' : `, ${count(firsts)} already decided by others`}${errors === 0 ? '' : `, ${count(errors)} failed`}`
}
