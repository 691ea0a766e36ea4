import type { ComponentChildren, JSX } from 'preact'
import type { Asked } from '../../data/hooks/use-asked.ts'
import { Waterfall } from '../../ui/charts/waterfall.tsx'
import { ModelConfidence } from '../../ui/marks.tsx'
import { count } from '../../ui/show-values.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { PairView } from './pair-view.tsx'
import type { QueuedAlert } from './review-state.ts'
import type { ComparedPair } from './shown-pair.ts'
import { supplierNames } from './shown-pair.ts'
import { type WhyApart, whyApart } from './why-apart.ts'

/** What a decision is about, where it is about more than two records or nothing was compared. */
function AlertNote({ alert: { copies, crowded } }: Pick<PairCardProps, 'alert'>): JSX.Element | null {
  if (typeof copies === 'number') {
    return (
      <p>
        {count(copies)} records of one supplier say the same under as many codes. The decision is about all of them.
      </p>
    )
  }
  return crowded === true ? (
    <p>They were one product until too many records carried their keys. Nothing compares them any more.</p>
  ) : null
}

interface PairCardProps {
  readonly alert: QueuedAlert
  readonly pair: Asked<ComparedPair | undefined>
  readonly isBlind: boolean
  readonly actions: ComponentChildren
}

/** One alert: the two records that it rests on, and what to do with it. */
export function PairCard({ alert, pair, isBlind, actions }: PairCardProps): JSX.Element {
  const { data, error, isLoading, again } = pair
  return (
    <section
      class="panel review-card"
      data-alert={alert.alertId}
      aria-label={`${alert.names[0]} and ${alert.names[1]}`}
      aria-busy={isLoading}
    >
      <div class="panel-head">
        <h2>
          {alert.names[0]} <span class="dim">and</span> {alert.names[1]}
        </h2>
        {isBlind ? (
          <span class="dim">confidence is hidden</span>
        ) : (
          <span class="row">
            <ModelConfidence value={alert.confidence} />
            <span class="dim">gain {alert.gain.toFixed(2)}</span>
          </span>
        )}
      </div>
      <div class="panel-body stack loose">
        {actions}
        <AlertNote alert={alert} />
        {error !== undefined ? (
          <Failure error={error} onRetry={again} />
        ) : isLoading ? (
          <Loading label="The pair" />
        ) : data === undefined ? (
          <Loading label="The next pair" />
        ) : (
          <Evidence pair={data} isBlind={isBlind} />
        )}
      </div>
    </section>
  )
}

/** The two records that the alert rests on, why they were not linked, and how their confidence comes about. */
function Evidence({
  pair: { products, columns, explanation },
  isBlind,
}: {
  readonly pair: ComparedPair
  readonly isBlind: boolean
}): JSX.Element {
  const pair = explanation?.pair ?? undefined
  if (columns === undefined || explanation === undefined || pair === undefined) {
    return <p class="dim">The two records that this alert rests on are no longer with its products.</p>
  }
  if (isBlind) {
    return (
      <>
        <PairView columns={columns} comparisons={undefined} />
        <p class="dim">What speaks for and against, and why they were not linked, is hidden in blind mode.</p>
      </>
    )
  }
  return (
    <>
      <ApartReasons reasons={explanation.reasons} nameOf={supplierNames(products)} />
      <PairView columns={columns} comparisons={pair.comparisons} />
      <div class="stack">
        <h3>What speaks for and against</h3>
        <Waterfall explanation={pair} />
      </div>
    </>
  )
}

function ApartReasons({
  reasons: [first, ...others],
  nameOf,
}: {
  readonly reasons: readonly WhyApart[]
  readonly nameOf: (supplier: string) => string
}): JSX.Element | null {
  if (first === undefined) return null
  return (
    <div class="notice warn why-apart">
      <p>
        <strong>Not linked:</strong> {whyApart(first, nameOf)}
      </p>
      {others.length > 0 && (
        <ul class="small dim" aria-label="What else keeps them apart">
          {others.map((reason) => (
            <li key={reason.code}>{whyApart(reason, nameOf)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
