import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { api, BASE_URL } from '../../data/api/api.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { linkTo } from '../../routing/place.ts'
import { replacePlace } from '../../routing/route.ts'
import { TextField } from '../../ui/field.tsx'
import { Badge, Confidence, ProductLink, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { countryName, words } from '../../ui/show-values.ts'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type Filters, filtersOf, isAsking } from './filters.ts'
import { SearchFilters } from './search-filters.tsx'
import { Suggestions } from './suggestions.tsx'

type Found = Answers['search']['results'][number]

const PAGE = 25
const TYPING_MS = 180

const COLUMNS: readonly Column<Found>[] = [
  { label: 'Name', isName: true, show: ({ utpid, name }) => <ProductLink utpid={utpid}>{name}</ProductLink> },
  { label: 'Category', show: ({ category }) => words(category) },
  {
    label: 'Place',
    show: ({ location: { city, country } }) => [city, countryName(country)].filter(Boolean).join(', '),
  },
  { label: 'Name from', show: ({ supplier }) => supplier },
  { label: 'Confidence', show: ({ confidence }) => <Confidence value={confidence} /> },
  {
    label: 'Marks',
    show: ({ verified, duplicates }) =>
      verified || duplicates > 0 ? (
        <span class="row">
          {verified && <Badge tone="good">verified</Badge>}
          {duplicates > 0 && <Badge tone="warn">{duplicates} alike</Badge>}
        </span>
      ) : (
        ''
      ),
  },
  { label: 'Updated', show: ({ updated }) => <When at={updated} /> },
]

const CROSSWALK = `${BASE_URL}/registry/export?format=crosswalk`

/** Downloads of all supplier codes as CSV. The browser saves them as they arrive, so their size does not matter. */
function CrosswalkLinks(): JSX.Element {
  return (
    <>
      <a class="button plain" href={`${CROSSWALK}&layout=long`} download="codes.csv">
        Download codes
      </a>
      <a class="button plain" href={`${CROSSWALK}&layout=wide`} download="products.csv">
        Download products
      </a>
    </>
  )
}

/** Page that searches while the user types. The URL contains the query, so users can bookmark and share the search. */
export function SearchView({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const filters = filtersOf(query)
  const [typed, setTyped] = useState(filters.q)
  const choose = (changed: Partial<Filters>): void =>
    replacePlace(linkTo(['registry'], { ...filters, ...changed } as Record<string, string>))
  // biome-ignore format: keep the effect compact
  useEffect(() => {
    if (typed === filters.q) return undefined
    const timer = setTimeout(() => choose({ q: typed }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const stats = useRequest((signal) => api.stats({ by: ['supplier'] }, { signal }), 'stats')
  return (
    <PageFrame title="Products" about="Search by name, place, supplier code or UTPID." actions={<CrosswalkLinks />}>
      <search class="stack">
        <TextField label="Search" type="search" value={typed} onInput={setTyped} placeholder="Name, city, UTPID …" />
        <Suggestions
          typed={typed}
          onChoose={(parameter, value) => {
            setTyped(parameter === 'q' ? value : '')
            choose({ q: parameter === 'q' ? value : '', ...(parameter === 'q' ? {} : { [parameter]: value }) })
          }}
        />
        <SearchFilters filters={filters} stats={stats.data} onChoose={choose} />
      </search>
      {isAsking(filters) ? (
        <Results key={JSON.stringify(filters)} filters={filters} />
      ) : (
        <Empty title="What are you looking for?">
          Type a name, or choose a filter.{' '}
          {stats.data === undefined ? '' : `${stats.data.products.total.toLocaleString('en')} products exist.`}
        </Empty>
      )}
    </PageFrame>
  )
}

function Results({ filters }: { readonly filters: Filters }): JSX.Element {
  const [total, setTotal] = useState<number | undefined>(undefined)
  const { verified, ...named } = filters
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
  const pages = usePages<Found>(async (cursor, signal) => {
    const offset = Number(cursor ?? 0)
    const page = await api.search(
      { ...given, ...(verified === 'true' ? { verified: true } : {}), limit: PAGE, offset },
      { signal },
    )
    setTotal(page.total)
    const next = offset + page.results.length
    return { results: page.results, next: next < page.total && page.results.length > 0 ? String(next) : null }
  }, JSON.stringify(filters))
  return (
    <section class="panel" aria-label="Results">
      <div class="panel-body stack">
        <p class="dim small" role="status">
          {total === undefined ? ' ' : `${total.toLocaleString('en')} found`}
        </p>
        <PagedList
          pages={pages}
          empty={
            <Empty title="No products found">Try fewer words or another place. Spelling mistakes are tolerated.</Empty>
          }
        >
          {(rows) => <Table label="Products" columns={COLUMNS} rows={rows} keyOf={({ utpid }) => utpid} />}
        </PagedList>
      </div>
    </section>
  )
}
