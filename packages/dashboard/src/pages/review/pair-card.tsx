import type { ComponentChildren, JSX } from 'preact'
import type { RequestState } from '../../data/hooks/use-request.ts'
import { PairMap } from '../../map/pair-map.tsx'
import { Waterfall } from '../../ui/charts/waterfall.tsx'
import { ModelConfidence } from '../../ui/marks.tsx'
import { count } from '../../ui/show-values.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { type NonMatchReason, nonMatchText } from './non-match-text.ts'
import { PairView } from './pair-view.tsx'
import type { QueuedAlert } from './review-state.ts'
import type { ComparedPair } from './shown-pair.ts'
import { supplierNames } from './shown-pair.ts'

/** Shows a note for an alert about more than two records, or about records that matching no longer compares. */
function AlertNote({ alert: { copies, skippedKeys } }: Pick<PairCardProps, 'alert'>): JSX.Element | null {
  if (typeof copies === 'number') {
    return (
      <p>
        {count(copies)} records of one supplier say the same under as many codes. The decision is about all of them.
      </p>
    )
  }
  return skippedKeys === true ? (
    <p>They were one product until too many records shared their blocking keys. They are no longer compared.</p>
  ) : null
}

interface PairCardProps {
  readonly alert: QueuedAlert
  readonly pair: RequestState<ComparedPair | undefined>
  readonly isBlind: boolean
  readonly actions: ComponentChildren
}

/** Shows one alert: its two records, and the possible decisions. */
export function PairCard({ alert, pair, isBlind, actions }: PairCardProps): JSX.Element {
  const { data, error, isLoading, refresh } = pair
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
            <span class="dim">gain {alert.informationGain.toFixed(2)}</span>
          </span>
        )}
      </div>
      <div class="panel-body stack loose">
        {actions}
        <AlertNote alert={alert} />
        {error !== undefined ? (
          <Failure error={error} onRetry={refresh} />
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

/** Shows the two records of the alert, the reason why they were not linked, and the evidence for their confidence. */
function Evidence({
  pair: { products, columns, explanation },
  isBlind,
}: {
  readonly pair: ComparedPair
  readonly isBlind: boolean
}): JSX.Element {
  const pair = explanation?.pair ?? undefined
  if (columns === undefined || explanation === undefined || pair === undefined) {
    return <p class="dim">The products of this alert no longer have its two records.</p>
  }
  if (isBlind) {
    return (
      <>
        <PairView columns={columns} comparisons={undefined} />
        <p class="dim">Blind mode hides the evidence and why they were not linked.</p>
      </>
    )
  }
  return (
    <>
      <ApartReasons reasons={explanation.reasons} nameOf={supplierNames(products)} />
      <PairView columns={columns} comparisons={pair.comparisons} />
      <PairMap columns={columns} />
      <div class="stack">
        <h3>Evidence</h3>
        <Waterfall explanation={pair} />
      </div>
    </>
  )
}

function ApartReasons({
  reasons: [first, ...others],
  nameOf,
}: {
  readonly reasons: readonly NonMatchReason[]
  readonly nameOf: (supplier: string) => string
}): JSX.Element | null {
  if (first === undefined) return null
  return (
    <div class="notice warn why-apart">
      <p>
        <strong>Not linked:</strong> {nonMatchText(first, nameOf)}
      </p>
      {others.length > 0 && (
        <ul class="small dim" aria-label="Further reasons">
          {others.map((reason) => (
            <li key={reason.code}>{nonMatchText(reason, nameOf)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
