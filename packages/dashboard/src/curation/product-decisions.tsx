import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { may } from '../data/api/session.ts'
import { Button } from '../ui/button.tsx'
import { When } from '../ui/marks.tsx'
import { Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { DecisionName } from './decision-name.tsx'
import { usePeople } from './people.ts'
import { UndoDialog } from './undo-dialog.tsx'

/** An entry in the history of a product, as the service returns it. */
interface Entry {
  readonly type: string
  readonly change: number
  readonly at: string
  readonly kind?: string
  readonly actor?: string
  readonly note?: string
  readonly undoes?: number
  readonly undoneBy?: number
}

/** The decisions about one product, newest first, each with its undo. */
export function ProductDecisions({
  entries,
  onChange,
}: {
  readonly entries: readonly Entry[]
  readonly onChange: () => void
}): JSX.Element {
  const [undone, setUndone] = useState<Entry | undefined>(undefined)
  const nameOf = usePeople()
  const rows = entries.filter(({ type }) => type === 'decision').toReversed()
  return (
    <>
      <Table
        label="Decisions"
        rows={rows}
        keyOf={({ change }) => String(change)}
        empty={<Empty title="Nobody has decided anything about this product" />}
        columns={[
          { label: 'What', isName: true, show: (entry) => <DecisionName decision={entry} /> },
          { label: 'When', show: ({ at }) => <When at={at} /> },
          { label: 'Who', show: ({ actor }) => (actor === undefined ? '' : nameOf(actor)) },
          { label: 'Reason', show: ({ note }) => note ?? '' },
          {
            label: 'Actions',
            isActions: true,
            show: (entry) =>
              entry.undoneBy === undefined &&
              may('registry:merge') && (
                <Button kind="quiet" isSmall label={`Undo change ${entry.change}`} onPress={() => setUndone(entry)}>
                  Undo
                </Button>
              ),
          },
        ]}
      />
      {undone !== undefined && (
        <UndoDialog
          change={undone.change}
          kind={undone.kind ?? 'decision'}
          onClose={() => setUndone(undefined)}
          onDone={onChange}
        />
      )}
    </>
  )
}
