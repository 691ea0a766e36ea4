import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import type { RequestState } from '../data/hooks/use-request.ts'
import { Badge, ProductLink } from '../ui/marks.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import './curation.css'

/** The effect of a curator decision, as the service reports it. */
export type Effect = Answers['merge']

type PreviewedProduct = NonNullable<Effect['products']>[number]

interface EffectPreviewProps {
  readonly asked: RequestState<Effect>
  /** Shown while the decision lacks an input. */
  readonly hint: string
}

/** Preview of a decision: the products that it would leave, or why it is not possible. */
export function EffectPreview({ asked, hint }: EffectPreviewProps): JSX.Element {
  return (
    <section class="effect" aria-label="Preview" aria-live="polite">
      <h3>Preview</h3>
      <PreviewBody asked={asked} hint={hint} />
    </section>
  )
}

function PreviewBody({ asked, hint }: EffectPreviewProps): JSX.Element {
  const { data, error, isLoading } = asked
  if (error !== undefined) return <Failure error={error} />
  if (isLoading) return <Loading label="Preview" />
  if (data === undefined) return <p class="dim">{hint}</p>
  return <EffectText effect={data} />
}

export function EffectText({ effect }: { readonly effect: Effect }): JSX.Element {
  const { products = [], inactive, changed } = effect
  if (!changed) return <p>Nothing would change: this is already decided.</p>
  return (
    <>
      {products.map((product) => (
        <PreviewedCard key={product.utpid ?? 'new'} product={product} />
      ))}
      {inactive.length > 0 && (
        <ul class="plain-list">
          {inactive.map(({ utpid, into }) => (
            <li key={utpid}>
              <code>{utpid}</code> {into === null ? 'is no longer active.' : 'leads to '}
              {into !== null && <code>{into}</code>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function PreviewedCard({ product }: { readonly product: PreviewedProduct }): JSX.Element {
  const { utpid, name, verified, records } = product
  return (
    <div class="previewed">
      <p class="row">
        <strong>{name}</strong>
        {utpid === null ? <Badge tone="accent">new UTPID</Badge> : <ProductLink utpid={utpid} />}
        {verified && <Badge tone="good">verified</Badge>}
      </p>
      <RecordList records={records} />
    </div>
  )
}

interface ShownRecord {
  readonly supplier: string
  readonly code: string
  readonly name: string
}

/** The number of records that a preview lists. */
const MAX_SHOWN = 30

/** Records, each with supplier, code and name. */
export function RecordList({ records }: { readonly records: readonly ShownRecord[] }): JSX.Element {
  const more = records.length - MAX_SHOWN
  return (
    <ul class="plain-list small">
      {records.slice(0, MAX_SHOWN).map(({ supplier, code, name }) => (
        <li key={`${supplier} ${code}`}>
          {supplier} <span class="mono">{code}</span> <span class="dim">{name}</span>
        </li>
      ))}
      {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
    </ul>
  )
}
