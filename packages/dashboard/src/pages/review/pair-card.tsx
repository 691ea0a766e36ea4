import type { ComponentChildren, JSX } from 'preact'
import type { RequestState } from '../../data/hooks/use-request.ts'
import { ModelConfidence } from '../../ui/marks.tsx'
import { count } from '../../ui/show-values.ts'
import { Failure, Loading } from '../../ui/states.tsx'
import { Evidence } from './evidence.tsx'
import type { QueuedAlert } from './review-state.ts'
import type { ComparedPair } from './shown-pair.ts'

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
