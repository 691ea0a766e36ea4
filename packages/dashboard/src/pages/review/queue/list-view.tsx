import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { DecideMany, type Outcome } from './decide-many.tsx'
import type { QueuedAlert, Resolution } from './queue-alert.ts'
import { QueueList } from './queue-list.tsx'

interface ListViewProps {
  readonly alerts: readonly QueuedAlert[]
  readonly isBlind: boolean
  readonly mayDecide: boolean
  readonly hasMore: boolean
  readonly nameOf: (supplier: string) => string
  readonly onOpen: (alert: QueuedAlert) => void
  readonly onMore: () => void
  readonly onOutcome: (alert: QueuedAlert, resolution: Resolution, outcome: Outcome) => void
}

/** The queue as a list, with the selected alerts and the dialog that decides them. */
export function ListView({ onOutcome, ...list }: ListViewProps): JSX.Element {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [many, setMany] = useState<{ readonly alerts: readonly QueuedAlert[]; readonly resolution: Resolution }>()
  const chosen = list.alerts.filter(({ alertId }) => selected.has(alertId))
  return (
    <>
      <QueueList
        {...list}
        // An alert that left the queue is no longer selected.
        selected={new Set(chosen.map(({ alertId }) => alertId))}
        onSelect={setSelected}
        onDecide={(resolution) => setMany({ alerts: chosen, resolution })}
      />
      {many !== undefined && (
        <DecideMany
          {...many}
          onOutcome={(alert, outcome) => onOutcome(alert, many.resolution, outcome)}
          onClose={() => setMany(undefined)}
        />
      )}
    </>
  )
}
