import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { words } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

type Count = Answers['decisionCounts']['results'][number]

interface DayRow {
  readonly day: string
  readonly actor: string
  readonly total: number
  readonly kinds: readonly string[]
}

/** Number of decisions of each person and day, newest day first. */
export function DayFigures({
  counts,
  nameOf,
}: {
  readonly counts: readonly Count[]
  readonly nameOf: (actor: string) => string
}): JSX.Element {
  return (
    <Table
      label="Decisions per person and day"
      rows={rowsOf(counts)}
      keyOf={({ day, actor }) => `${day} ${actor}`}
      empty={<Empty title="No decisions in this time" />}
      columns={[
        { label: 'Day (UTC)', isName: true, show: ({ day }) => day },
        { label: 'Who', show: ({ actor }) => nameOf(actor) },
        { label: 'Decisions', show: ({ total }) => total.toLocaleString('en') },
        { label: 'Of which', show: ({ kinds }) => <span class="dim">{kinds.join(', ')}</span> },
      ]}
    />
  )
}

function rowsOf(counts: readonly Count[]): DayRow[] {
  const rows = new Map<string, DayRow>()
  for (const { day, actor, kind, count } of counts) {
    const key = `${day} ${actor}`
    const { total, kinds } = rows.get(key) ?? { total: 0, kinds: [] }
    rows.set(key, {
      day,
      actor,
      total: total + count,
      kinds: [...kinds, `${count.toLocaleString('en')} ${words(kind)}`],
    })
  }
  return [...rows.values()]
}
