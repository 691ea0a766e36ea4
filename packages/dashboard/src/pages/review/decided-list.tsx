import type { JSX } from 'preact'
import { Badge } from '../../ui/marks.tsx'
import { likelihood } from '../../ui/show-values.ts'
import { Table } from '../../ui/table.tsx'
import type { Decided } from './review-state.ts'

const MAX_SHOWN = 20

/** List of the decisions of this session, newest first. */
export function DecidedList({
  decided,
  isBlind,
}: {
  readonly decided: readonly Decided[]
  readonly isBlind: boolean
}): JSX.Element | null {
  if (decided.length === 0) return null
  return (
    <details class="panel panel-body">
      <summary>
        Decided in this session ({decided.length}
        {isBlind ? `, ${agreed(decided)} as the model suggests` : ''})
      </summary>
      <Table
        label="Decided in this session"
        rows={decided.toReversed().slice(0, MAX_SHOWN)}
        keyOf={({ alert }) => alert.alertId}
        columns={[
          { label: 'Pair', isName: true, show: ({ alert }) => alert.names.join(' · ') },
          {
            label: 'Decision',
            show: ({ resolution }) => <Badge tone={resolution === 'merge' ? 'good' : 'plain'}>{resolution}</Badge>,
          },
          { label: 'Model', show: ({ alert }) => likelihood(alert.confidence) },
          { label: 'Status', show: ({ status, change }) => (change === undefined ? status : `change ${change}`) },
        ]}
      />
    </details>
  )
}

const EVEN = 0.5

/** Returns the number of decisions that agree with the model. */
function agreed(decided: readonly Decided[]): number {
  return decided.filter(({ alert, resolution }) => alert.confidence >= EVEN === (resolution === 'merge')).length
}
