import type { JSX } from 'preact'
import { Badge, When } from '../../ui/marks.tsx'
import { words } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

export interface HistoryEntry {
  readonly type: string
  readonly change: number
  readonly at: string
  readonly kind?: string
  readonly by?: string
  readonly note?: string
  readonly verified?: boolean
  readonly method?: string
  readonly evidence?: string
}

/** The history of a product, newest entry first. */
export function History({ entries }: { readonly entries: readonly HistoryEntry[] }): JSX.Element {
  if (entries.length === 0) return <Empty title="No history yet" />
  return (
    <Table
      label="History"
      rows={[...entries].reverse()}
      keyOf={({ type, change, kind }) => `${type} ${change} ${kind}`}
      columns={[
        { label: 'What', isName: true, show: (entry) => <What entry={entry} /> },
        { label: 'When', show: ({ at }) => <When at={at} /> },
        { label: 'Who', show: ({ by }) => (by === undefined ? '' : whoOf(by)) },
        { label: 'Note', show: ({ note, evidence }) => note ?? evidence ?? '' },
      ]}
    />
  )
}

function What({ entry: { type, kind = '', verified, method } }: { readonly entry: HistoryEntry }): JSX.Element {
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
      <span class="dim">{type}</span>
    </span>
  )
}

/** Shortens `ACCOUNT/key:ID` to the end of the id, which identifies the author well enough. */
export function whoOf(by: string): string {
  const [, kind, id] = /(?:^|\/)(key|member):([^/]+)$/.exec(by) ?? []
  return kind === undefined || id === undefined ? by : `${kind} …${id.slice(-6)}`
}
