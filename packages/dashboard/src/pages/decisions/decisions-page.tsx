import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { DecisionName } from '../../curation/decision-name.tsx'
import { usePeople } from '../../curation/people.ts'
import { UndoDialog } from '../../curation/undo-dialog.tsx'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import type { PageProps } from '../../routing/page.ts'
import { linkTo } from '../../routing/place.ts'
import { replacePlace } from '../../routing/route.ts'
import { Button } from '../../ui/button.tsx'
import { ProductLink, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { DayFigures } from './day-figures.tsx'
import { type DecisionFilters, decisionFiltersOf, givenFilters } from './decision-filters.ts'
import { FilterFields } from './filter-fields.tsx'

type Decision = Answers['decisions']['results'][number]

const PAGE = 50

/** Page with the decisions of people: who, when, what and why, each with its undo, and figures per person and day. */
export function DecisionsPage({ query }: PageProps): JSX.Element {
  const filters = decisionFiltersOf(query)
  const given = givenFilters(filters)
  const key = JSON.stringify(given)
  const nameOf = usePeople()
  const [undone, setUndone] = useState<Decision | undefined>(undefined)
  const pages = usePages<Decision>(
    (cursor, signal) => api.decisions({ ...given, cursor, limit: PAGE }, { signal }),
    key,
  )
  const { from, to } = given
  const counts = useRequest((signal) => api.decisionCounts({ from, to }, { signal }), `${from} ${to}`)
  const people = useRequest((signal) => api.decisionCounts({}, { signal }), 'people')
  const choose = (changed: Partial<DecisionFilters>): void =>
    replacePlace(linkTo(['decisions'], { ...filters, ...changed }))
  const refresh = (): void => {
    pages.refresh()
    counts.refresh()
  }
  return (
    <PageFrame
      title="Decisions"
      about="All decisions of people, newest first. Each can be undone."
      actions={
        <Button isBusy={pages.isLoading} onPress={refresh}>
          Refresh
        </Button>
      }
    >
      <FilterFields
        filters={filters}
        people={[...(people.data?.results ?? []), ...(counts.data?.results ?? [])].map(({ actor }) => actor)}
        nameOf={nameOf}
        onChange={choose}
      />
      <section class="panel panel-body" aria-label="List of decisions">
        <PagedList
          pages={pages}
          empty={<Empty title="No decisions">Nobody has decided anything that fits these filters.</Empty>}
        >
          {(rows) => <DecisionTable rows={rows} nameOf={nameOf} onUndo={setUndone} />}
        </PagedList>
      </section>
      <Panel title={from === undefined && to === undefined ? 'Per person and day, last 30 days' : 'Per person and day'}>
        <Loaded asked={counts}>
          {({ results }) => (
            <DayFigures
              counts={results.filter(
                ({ actor, kind }) =>
                  (filters.by === '' || actor === filters.by) && (filters.kind === '' || kind === filters.kind),
              )}
              nameOf={nameOf}
            />
          )}
        </Loaded>
      </Panel>
      {undone !== undefined && (
        <UndoDialog change={undone.change} kind={undone.kind} onClose={() => setUndone(undefined)} onDone={refresh} />
      )}
    </PageFrame>
  )
}

interface DecisionTableProps {
  readonly rows: readonly Decision[]
  readonly nameOf: (actor: string) => string
  readonly onUndo: (decision: Decision) => void
}

function DecisionTable({ rows, nameOf, onUndo }: DecisionTableProps): JSX.Element {
  return (
    <Table
      label="Decisions"
      rows={rows}
      keyOf={({ change }) => String(change)}
      columns={[
        { label: 'What', isName: true, show: (decision) => <DecisionName decision={decision} /> },
        {
          label: 'Products',
          show: ({ products }) => (
            <ul class="plain-list">
              {products.map(({ utpid, name, active }) => (
                <li key={utpid}>
                  <ProductLink utpid={utpid}>{name === '' ? utpid : name}</ProductLink>
                  {!active && <span class="dim small"> no longer active</span>}
                </li>
              ))}
            </ul>
          ),
        },
        { label: 'When', show: ({ at }) => <When at={at} /> },
        { label: 'Who', show: ({ actor }) => nameOf(actor) },
        { label: 'Reason', show: ({ note }) => note ?? '' },
        {
          label: 'Actions',
          isActions: true,
          show: (decision) =>
            decision.undoneBy === undefined &&
            may('registry:merge') && (
              <Button kind="quiet" isSmall label={`Undo change ${decision.change}`} onPress={() => onUndo(decision)}>
                Undo
              </Button>
            ),
        },
      ]}
    />
  )
}
