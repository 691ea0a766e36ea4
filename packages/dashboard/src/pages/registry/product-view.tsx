import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { type RequestState, useRequest } from '../../data/hooks/use-request.ts'
import { type Lineage, readProduct } from '../../data/product/product.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { Badge, Confidence } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { countryName, words } from '../../ui/show-values.ts'
import { Failure, Loaded, Loading } from '../../ui/states.tsx'
import { History, type HistoryEntry } from './history.tsx'
import { LineageTree } from './lineage-tree.tsx'
import { ProductAlerts } from './product-alerts.tsx'
import { ProductFields } from './product-fields.tsx'
import { ProductMap } from './product-map.tsx'
import { SideBySide } from './side-by-side.tsx'
import { Verification } from './verification.tsx'

interface Story {
  readonly lineage: Lineage
  readonly history: readonly HistoryEntry[]
}

/** Page of one product: displayed fields with sources, records, possible duplicates, lineage and history. */
export function ProductView({ utpid }: { readonly utpid: string }): JSX.Element {
  const product = useRequest((signal) => readProduct(utpid, signal), utpid)
  const story = useRequest(async (signal) => (await api.history(utpid, {}, { signal })) as unknown as Story, utpid)
  const again = (): void => {
    product.refresh()
    story.refresh()
  }
  const { data, error } = product
  if (data === undefined) {
    return (
      <PageFrame title={utpid}>
        {error === undefined ? <Loading /> : <Failure error={error} onRetry={again} />}
        {error !== undefined && story.data !== undefined && <Lineages story={story} />}
      </PageFrame>
    )
  }
  return (
    <PageFrame title={data.name} about={<Summary product={data} />}>
      {data.utpid !== utpid && (
        <p class="notice warn">
          {utpid} was merged into {data.utpid}, which replaces it.
        </p>
      )}
      <div class="grid">
        <Panel title="Displayed fields and their sources">
          <ProductFields product={data} onChange={again} />
        </Panel>
        <div class="stack loose">
          <Panel title="Verification">
            <Verification product={data} onChange={again} />
          </Panel>
          <Panel title="Possible duplicates">
            <ProductAlerts key={data.revision} utpid={data.utpid} />
          </Panel>
        </div>
      </div>
      <Panel title={`Records (${data.records.length})`}>
        <SideBySide product={data} />
      </Panel>
      <ProductMap product={data} onChange={again} />
      <Lineages story={story} />
    </PageFrame>
  )
}

function Lineages({ story }: { readonly story: RequestState<Story> }): JSX.Element {
  return (
    <div class="grid">
      <Panel title="Lineage">
        <Loaded asked={story}>{({ lineage }) => <LineageTree lineage={lineage} />}</Loaded>
      </Panel>
      <Panel title="History">
        <Loaded asked={story}>{({ history }) => <History entries={history} />}</Loaded>
      </Panel>
    </div>
  )
}

function Summary({ product }: { readonly product: ProductDetails }): JSX.Element {
  const { utpid, category, location, verified, confidence, duplicates } = product
  const place = [location.city, location.country === undefined ? undefined : countryName(location.country)]
  return (
    <span class="row">
      <code>{utpid}</code>
      <Badge tone="accent">{words(category)}</Badge>
      <span>{place.filter((each) => each !== undefined && each !== '').join(', ')}</span>
      {verified ? <Badge tone="good">verified</Badge> : <Badge>not verified</Badge>}
      {duplicates > 0 && <Badge tone="warn">{duplicates} alike</Badge>}
      <span>
        <Confidence value={confidence} /> sure
      </span>
    </span>
  )
}
