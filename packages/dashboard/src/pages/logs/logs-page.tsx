import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Badge, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { milliseconds, timeText } from '../../ui/show-values.ts'
import { Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
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
const METHODS = ['', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const STATUSES: readonly (readonly [string, string])[] = [
  ['', 'All'],
  ['2xx', '2xx: success'],
  ['4xx', '4xx: rejected'],
  ['429', '429: rate limited'],
  ['5xx', '5xx: failed'],
]

/** Request log of the last 90 days, without bodies or keys. */
export function LogsPage(): JSX.Element {
  const [filters, setFilters] = useState<LogFilters>(NO_FILTERS)
  const [shown, setShown] = useState<LogRow | undefined>(undefined)
  const [requestId, setRequestId] = useState('')
  const change = (changed: Partial<LogFilters>): void => setFilters((before) => ({ ...before, ...changed }))
  const pages = usePages<LogRow>(async (cursor, signal) => {
    const { results, next } = await api.logs({ ...logQuery(filters), cursor, limit: PAGE }, { signal })
    return { results: results as LogRow[], next }
  }, JSON.stringify(filters))
  const find = useAction(async () => setShown((await api.log(requestId.trim())) as LogRow))
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
      <div class="filters">
        <SelectField
          label="Method"
          value={filters.method}
          onInput={(method) => change({ method })}
          options={METHODS.map((method) => [method, method === '' ? 'All' : method] as const)}
        />
        <SelectField
          label="Status"
          value={filters.status}
          onInput={(status) => change({ status })}
          options={STATUSES}
        />
        <TextField
          label="Route"
          value={filters.route}
          onInput={(route) => change({ route })}
          placeholder="/registry/search"
        />
        <TextField
          label="Code"
          value={filters.code}
          onInput={(code) => change({ code })}
          placeholder="validation_failed"
        />
        <TextField label="Key id" value={filters.key} onInput={(key) => change({ key })} />
        <TextField label="From" type="date" value={filters.from} onInput={(from) => change({ from })} />
        <TextField label="To" type="date" value={filters.to} onInput={(to) => change({ to })} />
      </div>
      <section class="panel panel-body" aria-label="Requests">
        <PagedList
          pages={pages}
          empty={<Empty title="No matching requests">Use fewer filters or a longer period.</Empty>}
        >
          {(rows) => (
            <Table
              label="Requests"
              rows={rows}
              keyOf={({ requestId: id, at }) => `${id} ${at}`}
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
                { label: 'When', show: ({ at }) => <When at={at} /> },
                { label: 'Address', show: ({ ip }) => ip ?? '' },
                {
                  label: 'Actions',
                  isActions: true,
                  show: (row) => (
                    <Button kind="quiet" isSmall label={`Details of ${row.requestId}`} onPress={() => setShown(row)}>
                      Details
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </PagedList>
      </section>
      {shown !== undefined && (
        <Dialog title={`${shown.method} ${shown.route}`} onClose={() => setShown(undefined)}>
          <dl class="facts">
            {factsOf(shown).map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd class="mono">{value}</dd>
              </>
            ))}
          </dl>
        </Dialog>
      )}
    </PageFrame>
  )
}

function factsOf(row: LogRow): (readonly [string, string])[] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Request id', row.requestId],
    ['Time', timeText(row.at)],
    ['Status', `${row.status} ${row.code ?? ''}`],
    ['Duration', milliseconds(row.milliseconds)],
    ['Rejected because', row.reason],
    ['Key', row.keyId],
    ['Member', row.memberId],
    ['Address', row.ip],
    ['User agent', row.userAgent],
    ['Bytes', `${row.requestBytes ?? 0} in, ${row.responseBytes ?? 0} out`],
  ]
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}
