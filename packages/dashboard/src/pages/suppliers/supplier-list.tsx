import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { linkTo } from '../../routing/place.ts'
import { Badge, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

type Supplier = Answers['suppliers']['results'][number]

interface ListedSupplier extends Supplier {
  readonly records: number
  readonly products: number
}

/** Page with all suppliers, those with most records first. */
export function SupplierList(): JSX.Element {
  const asked = useRequest(readSuppliers, 'suppliers')
  return (
    <PageFrame
      title="Suppliers"
      about="Links of the records of each supplier, its imports, and the most helpful next steps."
    >
      <Panel title="All suppliers">
        <Loaded asked={asked}>{(suppliers) => <Suppliers suppliers={suppliers} />}</Loaded>
      </Panel>
    </PageFrame>
  )
}

async function readSuppliers(signal: AbortSignal): Promise<ListedSupplier[]> {
  const [{ results }, stats] = await Promise.all([api.suppliers({ signal }), api.stats({}, { signal })])
  const known = new Map(stats.suppliers.top.map((each) => [each.id, each]))
  return results
    .map((supplier) => ({
      ...supplier,
      records: known.get(supplier.id)?.records ?? 0,
      products: known.get(supplier.id)?.products ?? 0,
    }))
    .sort((a, b) => b.records - a.records || (a.id < b.id ? -1 : 1))
}

function Suppliers({ suppliers }: { readonly suppliers: readonly ListedSupplier[] }): JSX.Element {
  return (
    <Table
      label="Suppliers"
      rows={suppliers}
      keyOf={({ id }) => id}
      empty={
        <Empty title="No suppliers yet">
          {may('registry:write') ? <a href="#/jobs/import">Import a feed</a> : 'An import'} creates the first one.
        </Empty>
      }
      columns={[
        {
          label: 'Supplier',
          isName: true,
          show: ({ id, name, deactivatedAt }) => (
            <>
              <a href={linkTo(['suppliers', id])}>{name}</a>{' '}
              {deactivatedAt !== undefined && <Badge tone="warn">deactivated</Badge>}
              {name !== id && <div class="dim small mono">{id}</div>}
            </>
          ),
        },
        { label: 'Records', isNumber: true, show: ({ records }) => count(records) },
        { label: 'Products', isNumber: true, show: ({ products }) => count(products) },
        { label: 'Priority', isNumber: true, show: ({ priority }) => count(priority) },
        { label: 'Since', show: ({ since }) => <When at={since} /> },
      ]}
    />
  )
}
