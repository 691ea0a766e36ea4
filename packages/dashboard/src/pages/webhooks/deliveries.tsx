import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { type Action, useAction } from '../../data/hooks/use-action.ts'
import { usePages } from '../../data/hooks/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Badge, type Tone, When } from '../../ui/marks.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { milliseconds } from '../../ui/show-values.ts'
import { Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toasts.tsx'

interface Attempt {
  readonly at: string
  readonly milliseconds: number
  readonly status?: number
  readonly response?: string
  readonly error?: string
}

interface Delivery {
  readonly id: string
  readonly type: string
  readonly status: 'waiting' | 'delivered' | 'failed'
  readonly createdAt?: string
  readonly nextAt?: string | null
  readonly attempts?: readonly Attempt[]
}

const PAGE = 50
const TONES: Readonly<Record<Delivery['status'], Tone>> = { waiting: 'warn', delivered: 'good', failed: 'bad' }

interface DeliveriesProps {
  readonly webhookId: string
  /** A new value reloads the list. */
  readonly turn: number
  readonly mayWrite: boolean
}

/** List of deliveries with their attempts, and a button for retrying a delivery. */
export function Deliveries({ webhookId, turn, mayWrite }: DeliveriesProps): JSX.Element {
  const [status, setStatus] = useState('')
  const [shown, setShown] = useState<Delivery | undefined>(undefined)
  const pages = usePages<Delivery>(async (cursor, signal) => {
    const wanted = status === '' ? {} : { status: status as Delivery['status'] }
    const { results, next } = await api.deliveries(webhookId, { ...wanted, cursor, limit: PAGE }, { signal })
    return { results: results as unknown as readonly Delivery[], next }
  }, `${webhookId} ${status} ${turn}`)
  const retry = useAction(async (id: string) => {
    await api.retryDelivery(webhookId, id)
    showToast('The delivery was queued again.')
    pages.refresh()
  })
  return (
    <div class="stack">
      <div class="filters">
        <SelectField
          label="Deliveries"
          value={status}
          onInput={setStatus}
          options={[
            ['', 'All'],
            ['waiting', 'Waiting'],
            ['delivered', 'Delivered'],
            ['failed', 'Failed'],
          ]}
        />
        <div>
          <Button isBusy={pages.isLoading} onPress={pages.refresh}>
            Refresh
          </Button>
        </div>
      </div>
      {retry.error !== undefined && <Failure error={retry.error} />}
      <PagedList
        pages={pages}
        empty={<Empty title="No deliveries yet">Send a test event to check the receiver.</Empty>}
      >
        {(rows) => <DeliveryTable rows={rows} retry={mayWrite ? retry : undefined} onShow={setShown} />}
      </PagedList>
      {shown !== undefined && <DeliveryDetails delivery={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

interface DeliveryTableProps {
  readonly rows: readonly Delivery[]
  /** The action of the retry button. Undefined if the session may not retry deliveries. */
  readonly retry: Action<[id: string]> | undefined
  readonly onShow: (delivery: Delivery) => void
}

function DeliveryTable({ rows, retry, onShow }: DeliveryTableProps): JSX.Element {
  return (
    <Table
      label="Deliveries"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Event', isName: true, show: ({ type }) => <span class="mono">{type}</span> },
        { label: 'Status', show: (row) => <Badge tone={TONES[row.status]}>{row.status}</Badge> },
        { label: 'Attempts', show: ({ attempts = [] }) => attempts.length },
        {
          label: 'Answer',
          show: ({ attempts = [] }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? '',
        },
        {
          label: 'Next',
          show: ({ nextAt }) => (nextAt === undefined || nextAt === null ? '' : <When at={nextAt} />),
        },
        {
          label: 'Actions',
          isActions: true,
          show: (row) => (
            <span class="row">
              <Button isSmall label={`Attempts of ${row.id}`} onPress={() => onShow(row)}>
                Details
              </Button>
              {retry !== undefined && (
                <Button
                  isSmall
                  isBusy={retry.isBusy}
                  label={`Send ${row.id} again`}
                  onPress={() => void retry.run(row.id)}
                >
                  Send again
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

interface DeliveryDetailsProps {
  readonly delivery: Delivery
  readonly onClose: () => void
}

function DeliveryDetails({ delivery: { id, type, attempts = [] }, onClose }: DeliveryDetailsProps): JSX.Element {
  return (
    <Dialog title={type} onClose={onClose}>
      <p class="mono small dim">{id}</p>
      {attempts.length === 0 && <Empty title="No attempts yet" />}
      {attempts.map(({ at, milliseconds: took, status: code, response, error }) => (
        <div key={at} class="stack">
          <h3>
            <When at={at} /> {code ?? error} <span class="dim">{milliseconds(took)}</span>
          </h3>
          {response !== undefined && response !== '' && <pre>{response}</pre>}
        </div>
      ))}
    </Dialog>
  )
}
