import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Badge, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { milliseconds } from '../../ui/show-values.ts'
import { Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { LogDetails } from './log-details.tsx'
import { LogFilterFields } from './log-filter-fields.tsx'
import { type LogFilters, logQuery, NO_FILTERS } from './log-filters.ts'

export type LogRow = Answers['logs']['results'][number] & {
  readonly code?: string
  readonly keyId?: string
  readonly memberId?: string
  readonly ip?: string
  readonly userAgent?: string
  readonly requestBytes?: number
  readonly responseBytes?: number
}

const PAGE = 50

/** Page with the request log of the last 90 days. The log contains no bodies and no keys. */
export function LogsPage(): JSX.Element {
  const [filters, setFilters] = useState<LogFilters>(NO_FILTERS)
  const [shown, setShown] = useState<LogRow | undefined>(undefined)
  const change = (changed: Partial<LogFilters>): void => setFilters((before) => ({ ...before, ...changed }))
  const pages = usePages<LogRow>(async (cursor, signal) => {
    const { results, next } = await api.logs({ ...logQuery(filters), cursor, limit: PAGE }, { signal })
    return { results: results as LogRow[], next }
  }, JSON.stringify(filters))
  return (
    <PageFrame
      title="Logs"
      about="Requests of the last 90 days, without bodies, parameters or keys."
      actions={
        <Button isBusy={pages.isLoading} onPress={pages.refresh}>
          Refresh
        </Button>
      }
    >
      <FindRequest onFound={setShown} />
      <LogFilterFields filters={filters} onChange={change} />
      <section class="panel panel-body" aria-label="Requests">
        <PagedList
          pages={pages}
          empty={<Empty title="No matching requests">Use fewer filters or a longer period.</Empty>}
        >
          {(rows) => <LogTable rows={rows} onShow={setShown} />}
        </PagedList>
      </section>
      {shown !== undefined && <LogDetails row={shown} onClose={() => setShown(undefined)} />}
    </PageFrame>
  )
}

/** Form for displaying one request by its id. */
function FindRequest({ onFound }: { readonly onFound: (row: LogRow) => void }): JSX.Element {
  const [requestId, setRequestId] = useState('')
  const find = useAction(async () => onFound((await api.log(requestId.trim())) as LogRow))
  return (
    <>
      <form
        class="filters"
        aria-label="Find a request"
        onSubmit={(event) => {
          event.preventDefault()
          void find.run()
        }}
      >
        <TextField label="Request id" value={requestId} onInput={setRequestId} placeholder="req_…" isRequired />
        <div>
          <Button isSubmit isBusy={find.isBusy}>
            Find
          </Button>
        </div>
      </form>
      {find.error !== undefined && <Failure error={find.error} />}
    </>
  )
}

function LogTable({
  rows,
  onShow,
}: {
  readonly rows: readonly LogRow[]
  readonly onShow: (row: LogRow) => void
}): JSX.Element {
  return (
    <Table
      label="Requests"
      rows={rows}
      keyOf={({ requestId: id, createdAt }) => `${id} ${createdAt}`}
      columns={[
        {
          label: 'Route',
          isName: true,
          show: ({ method, route }) => (
            <span class="mono">
              {method} {route}
            </span>
          ),
        },
        {
          label: 'Status',
          show: ({ status, code }) => (
            <span class="row">
              <Badge tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>{status}</Badge>
              {code !== undefined && <span class="mono small">{code}</span>}
            </span>
          ),
        },
        { label: 'Duration', show: (row) => milliseconds(row.milliseconds) },
        { label: 'When', show: ({ createdAt }) => <When at={createdAt} /> },
        { label: 'Address', show: ({ ip }) => ip ?? '' },
        {
          label: 'Actions',
          isActions: true,
          show: (row) => (
            <Button kind="quiet" isSmall label={`Details of ${row.requestId}`} onPress={() => onShow(row)}>
              Details
            </Button>
          ),
        },
      ]}
    />
  )
}
