import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Badge, ProductLink, When } from '../../ui/marks.tsx'
import { count, whoOf, words } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { TimelineEntry } from './timeline.ts'

const FIRST_ENTRIES = 30

/** The timeline of a product, newest entry first. */
export function History({ entries }: { readonly entries: readonly TimelineEntry[] }): JSX.Element {
  const [isAll, setAll] = useState(false)
  if (entries.length === 0) return <Empty title="No history yet" />
  const shown = isAll ? entries : entries.slice(0, FIRST_ENTRIES)
  return (
    <div class="stack">
      <Table
        label="Timeline"
        rows={shown}
        keyOf={({ type, at, kind, about, other, change }) => [type, change, kind, about, other, at].join(' ')}
        columns={[
          { label: 'What', isName: true, show: (entry) => <What entry={entry} /> },
          { label: 'When', show: ({ at }) => <When at={at} /> },
          { label: 'Who', show: ({ actor }) => (actor === undefined ? '' : whoOf(actor)) },
          { label: 'Note', show: ({ note, evidence }) => note ?? evidence ?? '' },
        ]}
      />
      {shown.length < entries.length && (
        <div>
          <Button isSmall onPress={() => setAll(true)}>
            Show all {count(entries.length)} entries
          </Button>
        </div>
      )}
    </div>
  )
}

function What({
  entry: { type, kind = '', verified, method, about, other },
}: {
  readonly entry: TimelineEntry
}): JSX.Element {
  if (type === 'verification') {
    return (
      <span class="row">
        <Badge tone={verified === true ? 'good' : 'warn'}>
          {verified === true ? 'verified' : 'no longer verified'}
        </Badge>
        {method !== undefined && <span class="dim">{method}</span>}
      </span>
    )
  }
  return (
    <span class="row">
      <Badge tone={type === 'decision' ? 'accent' : 'plain'}>{words(kind)}</Badge>
      <span class="dim">{type === 'utpid' ? 'UTPID' : type}</span>
      {about}
      {other !== undefined && <ProductLink utpid={other} />}
    </span>
  )
}
