import type { JSX } from 'preact'
import { Button } from '../../../ui/button.tsx'
import { Badge, When } from '../../../ui/marks.tsx'
import { count, likelihood } from '../../../ui/show-values.ts'
import { Empty } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { QueuedAlert, Resolution } from './queue-alert.ts'
import { REASON_TEXTS } from './queue-texts.ts'

interface QueueListProps {
  readonly alerts: readonly QueuedAlert[]
  readonly selected: ReadonlySet<string>
  readonly isBlind: boolean
  readonly mayDecide: boolean
  readonly hasMore: boolean
  readonly nameOf: (supplier: string) => string
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly onOpen: (alert: QueuedAlert) => void
  readonly onMore: () => void
  readonly onDecide: (resolution: Resolution) => void
}

/** The queue as a list. Several alerts can be selected and decided together. */
export function QueueList(props: QueueListProps): JSX.Element {
  const { alerts, selected, mayDecide, hasMore, onMore } = props
  return (
    <section class="panel panel-body stack" aria-label="Open alerts">
      {mayDecide && alerts.length > 0 && <Selection {...props} />}
      <Table
        label="Open alerts"
        rows={alerts}
        keyOf={({ alertId }) => alertId}
        empty={<Empty title="No open alerts">Nothing fits this choice.</Empty>}
        columns={columnsOf(props)}
      />
      {hasMore && (
        <div class="row">
          <Button onPress={onMore}>Show more</Button>
          {selected.size > 0 && <span class="dim small">{count(selected.size)} selected</span>}
        </div>
      )}
    </section>
  )
}

function Selection({ alerts, selected, onSelect, onDecide }: QueueListProps): JSX.Element {
  const isAll = alerts.every(({ alertId }) => selected.has(alertId))
  const isNone = selected.size === 0
  return (
    <div class="row selection" role="toolbar" aria-label="Selected alerts">
      <Button isSmall onPress={() => onSelect(new Set(isAll ? [] : alerts.map(({ alertId }) => alertId)))}>
        {isAll ? 'Select none' : `Select all ${count(alerts.length)} shown`}
      </Button>
      <span class="dim" role="status">
        {count(selected.size)} selected
      </span>
      <Button isSmall isDisabled={isNone} onPress={() => onDecide('merge')}>
        Merge each pair…
      </Button>
      <Button isSmall isDisabled={isNone} onPress={() => onDecide('dismiss')}>
        They are different…
      </Button>
    </div>
  )
}

function columnsOf({ selected, isBlind, mayDecide, nameOf, onSelect, onOpen }: QueueListProps): Column<QueuedAlert>[] {
  const toggled = (alertId: string): ReadonlySet<string> => {
    const next = new Set(selected)
    if (!next.delete(alertId)) next.add(alertId)
    return next
  }
  const columns: Column<QueuedAlert>[] = [
    {
      label: 'Pair',
      isName: true,
      show: (alert) => (
        <span class="row nowrap-row">
          {mayDecide && (
            <input
              type="checkbox"
              class="select-alert"
              aria-label={`Select ${alert.names.join(' and ')}`}
              checked={selected.has(alert.alertId)}
              onChange={() => onSelect(toggled(alert.alertId))}
            />
          )}
          <button type="button" class="link-button" onClick={() => onOpen(alert)}>
            {alert.names[0]} · {alert.names[1]}
          </button>
        </span>
      ),
    },
    {
      label: 'Records',
      show: ({ records = [] }) =>
        records.map(({ supplier, code }) => (
          <div key={`${supplier} ${code}`}>
            {nameOf(supplier)} <span class="mono">{code}</span>
          </div>
        )),
    },
    { label: 'Reason', show: ({ reason }) => REASON_TEXTS[reason ?? ''] ?? '' },
    { label: 'Notes', show: ({ marks = [] }) => (marks.length === 0 ? '' : <MarkBadges marks={marks} />) },
    { label: 'Found', show: ({ detectedAt }) => (detectedAt === undefined ? '' : <When at={detectedAt} />) },
    {
      label: 'Bookings',
      isNumber: true,
      show: ({ bookings }) => (typeof bookings === 'number' ? count(bookings) : ''),
    },
  ]
  if (!isBlind) columns.push({ label: 'Likely', isNumber: true, show: ({ confidence }) => likelihood(confidence) })
  return columns
}

function MarkBadges({ marks }: { readonly marks: NonNullable<QueuedAlert['marks']> }): JSX.Element {
  const kinds = new Set(marks.map(({ kind, resolution }) => resolution ?? kind))
  return (
    <>
      {[...kinds].map((kind) => (
        <Badge key={kind} tone={kind === 'unsure' ? 'warn' : 'plain'}>
          {kind === 'unsure'
            ? 'not sure'
            : kind === 'note'
              ? 'note'
              : `proposed: ${kind === 'merge' ? 'merge' : 'different'}`}
        </Badge>
      ))}
    </>
  )
}
