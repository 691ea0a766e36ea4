import type { JSX } from 'preact'
import type { FirstDecision, QueuedAlert } from './queue-alert.ts'
import { firstDecisionText } from './queue-texts.ts'

const MAX_SHOWN = 5

interface FirstDecisionsProps {
  readonly firsts: readonly { readonly alert: QueuedAlert; readonly first: FirstDecision }[]
}

/** Decisions of other people that came before one's own, newest first. */
export function FirstDecisions({ firsts }: FirstDecisionsProps): JSX.Element {
  return (
    <>
      {firsts.slice(0, MAX_SHOWN).map(({ alert: { alertId, names }, first }) => (
        <p key={alertId} class="notice" role="status">
          <strong>Decided before you:</strong> {names.join(' · ')}. {firstDecisionText(first)}
        </p>
      ))}
    </>
  )
}
