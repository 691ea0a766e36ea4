import type { ComponentChildren, JSX } from 'preact'
import type { Asked } from '../../data/use-asked.ts'
import { Confidence } from '../../ui/marks.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Waterfall } from '../../ui/waterfall.tsx'
import type { ComparedPair } from './compared-pair.ts'
import { PairView } from './pair-view.tsx'
import type { QueuedAlert } from './review-state.ts'

interface PairCardProps {
  readonly alert: QueuedAlert
  readonly pair: Asked<ComparedPair | undefined>
  readonly isBlind: boolean
  readonly actions: ComponentChildren
}

/** One alert: the two products, and how their confidence comes about. */
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
            <Confidence value={alert.confidence} />
            <span class="dim">gain {alert.gain.toFixed(2)}</span>
          </span>
        )}
      </div>
      <div class="panel-body stack loose">
        {actions}
        {error !== undefined ? (
          <Failure error={error} onRetry={again} />
        ) : isLoading ? (
          <Loading label="The pair" />
        ) : data === undefined ? (
          <Loading label="The next pair" />
        ) : (
          <>
            <PairView products={data.products} />
            {isBlind ? (
              <p class="dim">What speaks for and against is hidden in blind mode.</p>
            ) : data.explanation === undefined ? (
              <p class="dim">The records that this alert rested on are compared no more.</p>
            ) : (
              <div class="stack">
                <h3>What speaks for and against</h3>
                <Waterfall explanation={data.explanation} />
              </div>
            )}
          </>
        )}
      </div>
    </section>
  )
}
