import type { JSX } from 'preact'
import { When } from '../../../ui/marks.tsx'
import type { QueuedAlert } from './queue-alert.ts'

/** The marks of people on an alert. */
export function AlertMarks({ alert: { marks = [] } }: { readonly alert: QueuedAlert }): JSX.Element | null {
  if (marks.length === 0) return null
  return (
    <ul class="alert-marks small" aria-label="Notes">
      {marks.map(({ kind, actor, at, note, resolution }) => (
        <li key={`${actor} ${kind}`}>
          <strong>{actor}</strong> {MARK_TEXTS[resolution ?? kind]}, <When at={at} />
          {note === undefined ? '' : `: ${note}`}
        </li>
      ))}
    </ul>
  )
}

const MARK_TEXTS: Readonly<Record<string, string>> = {
  unsure: 'is not sure',
  note: 'noted',
  merge: 'proposes to merge',
  dismiss: 'proposes that they are different',
}
