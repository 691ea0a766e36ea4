import type { JSX } from 'preact'
import { ProductActions } from '../../curation/product-actions.tsx'
import { ProductDecisions } from '../../curation/product-decisions.tsx'
import { api } from '../../data/api/api.ts'
import { type RequestState, useRequest } from '../../data/hooks/use-request.ts'
import type { Lineage } from '../../data/product/lineage.ts'
import { readProduct } from '../../data/product/product.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { supplierNames } from '../../data/product/supplier-names.ts'
import { Badge, Confidence } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { countryName, words } from '../../ui/show-values.ts'
import { Failure, Loaded, Loading } from '../../ui/states.tsx'
import { History } from './history.tsx'
import { HowPanel } from './how/how-panel.tsx'
import { LineageTree } from './lineage-tree.tsx'
import { ProductAlerts } from './product-alerts.tsx'
import { ProductFields } from './product-fields.tsx'
import { ProductMap } from './product-map.tsx'
import { productPhotos } from './product-photos.tsx'
import { SideBySide } from './side-by-side.tsx'
import { type HistoryEntry, timelineOf } from './timeline.ts'
import { Verification } from './verification.tsx'

interface Story {
  readonly lineage: Lineage
  readonly history: readonly HistoryEntry[]
  /** Lineages of the UTPIDs merged into the product. */
  readonly absorbed: readonly Lineage[]
}

/** Maximum merged UTPIDs whose time of the merge is read. */
const MAX_ABSORBED = 20

/** Page of one product: displayed fields with sources, records, possible duplicates, lineage and history. */
export function ProductView({ utpid }: { readonly utpid: string }): JSX.Element {
  const product = useRequest((signal) => readProduct(utpid, signal), utpid)
  const story = useRequest((signal) => readStory(utpid, signal), utpid)
  const again = (): void => {
    product.refresh()
    story.refresh()
  }
  const { data, error } = product
  if (data === undefined) {
    return (
      <PageFrame title={utpid}>
        {error === undefined ? <Loading /> : <Failure error={error} onRetry={again} />}
        {error !== undefined && story.data !== undefined && (
          <Lineages story={story} product={undefined} onChange={again} />
        )}
      </PageFrame>
    )
  }
  const photos = productPhotos(data)
  return (
    <PageFrame
      title={data.name}
      about={<Summary product={data} />}
      actions={<ProductActions product={data} onChange={again} />}
    >
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
      {photos !== undefined && <Panel title="Photos">{photos}</Panel>}
      <Panel title="How it came to be">
        <HowPanel product={data} />
      </Panel>
      <Lineages story={story} product={data} onChange={again} />
    </PageFrame>
  )
}

async function readStory(utpid: string, signal: AbortSignal): Promise<Story> {
  const { lineage, history } = (await api.history(utpid, {}, { signal })) as unknown as Omit<Story, 'absorbed'>
  const absorbed = await Promise.all(
    (lineage.mergedIds ?? []).slice(0, MAX_ABSORBED).map(async (each) => {
      return ((await api.history(each, {}, { signal })) as unknown as Story).lineage
    }),
  )
  return { lineage, history, absorbed }
}

function Lineages({
  story,
  product,
  onChange,
}: {
  readonly story: RequestState<Story>
  /** Undefined for a UTPID without an active product. */
  readonly product: ProductDetails | undefined
  readonly onChange: () => void
}): JSX.Element {
  return (
    <>
      <Panel title="Decisions">
        <Loaded asked={story}>{({ history }) => <ProductDecisions entries={history} onChange={onChange} />}</Loaded>
      </Panel>
      <div class="grid">
        <Panel title="Lineage">
          <Loaded asked={story}>{({ lineage }) => <LineageTree lineage={lineage} />}</Loaded>
        </Panel>
        <Panel title="Timeline">
          <Loaded asked={story}>
            {({ history, absorbed }) => (
              <History
                entries={timelineOf(
                  history,
                  product ?? { utpid: '', records: [] },
                  absorbed,
                  supplierNames(product === undefined ? [] : [product]),
                )}
              />
            )}
          </Loaded>
        </Panel>
      </div>
    </>
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
