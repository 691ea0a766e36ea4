import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { count } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { alertsByDay } from './alerts-by-day.ts'

const NEWEST = 1_000

/** Chart of alerts by day of detection, open and closed. */
export function AlertsOverTime(): JSX.Element {
  const asked = useRequest(
    (signal) => api.alerts({ status: 'all', order: 'detectedAt', limit: NEWEST }, { signal }),
    'alerts',
  )
  return (
    <Loaded asked={asked}>
      {({ results, total }) => {
        if (results.length === 0) return <Empty title="No alerts yet" />
        const { times, open, closed } = alertsByDay(results)
        return (
          <div class="stack">
            <Chart
              label={`Alerts by the day they were found: ${results.length}, on ${times.length} days`}
              times={times}
              lines={[
                { label: 'Still open', color: '--warn', values: open, isBars: true },
                { label: 'Closed', color: '--good', values: closed },
              ]}
              show={(value) => count(Math.round(value))}
            />
            {total > results.length && (
              <p class="dim small">
                The newest {count(results.length)} of {count(total)}.
              </p>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
