import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { When } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Failure, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toasts.tsx'

type Service = Answers['services']['results'][number]

/** List of services: programs to which keys can be assigned. */
export function Services({ mayWrite }: { readonly mayWrite: boolean }): JSX.Element {
  const [name, setName] = useState('')
  const [removed, setRemoved] = useState<Service | undefined>(undefined)
  const asked = useRequest((signal) => api.services({ signal }), 'services')
  const create = useAction(async () => {
    await api.createService({ name: name.trim() })
    setName('')
    asked.refresh()
  })
  const remove = useAction(async (id: string) => {
    await api.removeService(id)
    showToast('The service was removed.')
    setRemoved(undefined)
    asked.refresh()
  })
  return (
    <Panel title="Services">
      <div class="stack">
        <Loaded asked={asked}>
          {({ results }) =>
            results.length === 0 ? (
              <Empty title="No services yet" />
            ) : (
              <ServiceTable services={results} mayWrite={mayWrite} onRemove={setRemoved} />
            )
          }
        </Loaded>
        {mayWrite && (
          <form
            class="filters"
            aria-label="Add a service"
            onSubmit={(event) => {
              event.preventDefault()
              void create.run()
            }}
          >
            <TextField label="New service" value={name} onInput={setName} isRequired />
            <div>
              <Button isSubmit isBusy={create.isBusy}>
                Add
              </Button>
            </div>
          </form>
        )}
        {create.error !== undefined && <Failure error={create.error} />}
      </div>
      {removed !== undefined && (
        <Confirm
          title={`Remove ${removed.name}?`}
          verb="Remove"
          action={remove}
          onConfirm={() => void remove.run(removed.id)}
          onClose={() => setRemoved(undefined)}
        >
          <p>The keys assigned to it are revoked. This cannot be undone.</p>
        </Confirm>
      )}
    </Panel>
  )
}

interface ServiceTableProps {
  readonly services: readonly Service[]
  readonly mayWrite: boolean
  readonly onRemove: (service: Service) => void
}

function ServiceTable({ services, mayWrite, onRemove }: ServiceTableProps): JSX.Element {
  return (
    <Table
      label="Services"
      rows={services}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Name', isName: true, show: (service) => service.name },
        { label: 'Since', show: ({ createdAt }) => <When at={createdAt} /> },
        {
          label: 'Actions',
          isActions: true,
          show: (service) =>
            mayWrite && (
              <Button isSmall kind="danger" label={`Remove ${service.name}`} onPress={() => onRemove(service)}>
                Remove
              </Button>
            ),
        },
      ]}
    />
  )
}
