import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../../data/api/api.ts'
import { useRequest } from '../../../data/hooks/use-request.ts'
import type { ProductDetails } from '../../../data/product/product-details.ts'
import { supplierNames } from '../../../data/product/supplier-names.ts'
import { linkTo } from '../../../routing/place.ts'
import { Button } from '../../../ui/button.tsx'
import { ProductLink } from '../../../ui/marks.tsx'
import { bits, count, whoOf, words } from '../../../ui/show-values.ts'
import { Loaded } from '../../../ui/states.tsx'
import './how.css'
import { type Formation, type FormationStep, howLayout, nameOf } from './how-layout.ts'
import { HowPicture } from './how-picture.tsx'
import { stepText } from './step-text.ts'

/** A larger product has no picture, only the list. */
const MAX_DRAWN = 60
const FIRST_STEPS = 20

/** The steps by which a product came to be: a picture, and the same as a list. */
export function HowPanel({ product }: { readonly product: ProductDetails }): JSX.Element {
  const { utpid, revision } = product
  const asked = useRequest((signal) => api.how(utpid, { signal }), `${utpid} ${revision}`)
  return <Loaded asked={asked}>{(formation) => <How formation={formation} nameOf={supplierNames([product])} />}</Loaded>
}

interface HowProps {
  readonly formation: Formation
  readonly nameOf: (supplier: string) => string
}

function How({ formation, nameOf: supplierName }: HowProps): JSX.Element {
  const [isAll, setAll] = useState(false)
  const { records, kept, curatedBy, steps, total, current } = formation
  // Steps within one cluster changed nothing, so they are shown only on request.
  const numbered = steps.map((step, at) => ({ step, number: at + 1 }))
  const shown = isAll ? numbered : numbered.filter(({ step }) => step.outcome !== 'together').slice(0, FIRST_STEPS)
  return (
    <div class="stack">
      {!current && (
        <p class="notice warn">The product differs from what its records give now. Reclustering computes it again.</p>
      )}
      {kept.length > 0 && (
        <ul class="how-kept" aria-label="Kept together by decisions of people">
          {kept.map((set) => (
            <li key={set.map(nameOf).join()}>
              Kept together by decisions of people:{' '}
              {set.map(({ supplier, code }) => `${supplierName(supplier)} ${code}`).join(', ')}
            </li>
          ))}
        </ul>
      )}
      {curatedBy.length > 0 && <p class="small dim">Curated: {curatedBy.map(curationText).join('; ')}.</p>}
      {records.length > 1 && records.length <= MAX_DRAWN && <HowPicture layout={howLayout(formation)} />}
      {steps.length === 0 ? (
        <p class="dim">No other record scores high enough for an edge.</p>
      ) : (
        <ol class="how-steps" aria-label="Steps">
          {shown.map(({ step, number }) => (
            <Step key={number} step={step} number={number} nameOf={supplierName} />
          ))}
        </ol>
      )}
      {steps.length > shown.length && (
        <div>
          <Button isSmall onPress={() => setAll(true)}>
            {steps.length === 1 ? 'Show the step' : `Show all ${count(steps.length)} steps`}
          </Button>
        </div>
      )}
      {isAll && total > steps.length && (
        <p class="small dim">{count(total - steps.length)} more steps changed nothing and are not listed.</p>
      )}
    </div>
  )
}

function Step({
  step,
  number,
  nameOf: supplierName,
}: {
  readonly step: FormationStep
  readonly number: number
  readonly nameOf: (supplier: string) => string
}): JSX.Element {
  const { a, b, weight, outcome, utpid } = step
  const codes = [a, b].map(({ supplier, code }) => `${supplier}:${code}`)
  return (
    <li class={`is-${outcome}`} value={number}>
      <a href={linkTo(['review', 'pair'], { a: codes[0], b: codes[1] })}>
        {supplierName(a.supplier)} {a.code} and {supplierName(b.supplier)} {b.code}
      </a>{' '}
      <span class="nowrap dim">{bits(weight)} bits</span>
      <div class="small">
        {stepText(step, supplierName)}{' '}
        {utpid !== null && (
          <>
            The other is <ProductLink utpid={utpid}>{b.name}</ProductLink>.
          </>
        )}
      </div>
    </li>
  )
}

function curationText(curation: Formation['curatedBy'][number]): string {
  if (curation.kind === 'verified') return `verified by ${whoOf(curation.actor)}`
  if (curation.kind === 'pinned') return `${words(curation.field)} pinned by ${whoOf(curation.actor)}`
  const { records, verdict, actor } = curation.judgement
  return `${records.map(nameOf).join(' and ')} judged ${verdict} by ${whoOf(actor)}`
}
