import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useRequest } from '../../data/hooks/use-request.ts'
import { readUsage } from '../../data/usage.ts'
import type { UsageGroup } from '../../data/usage-series.ts'
import { Button } from '../../ui/button.tsx'
import { Chart } from '../../ui/charts/chart.tsx'
import { Figures } from '../../ui/charts/figures.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, milliseconds, percent } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { QuotaMeter } from './quota-meter.tsx'

/** Chart of calls, errors and latencies over time, with a list by endpoint. */
export function UsageView({ days }: { readonly days: number }): JSX.Element {
  const all = useRequest((signal) => readUsage({ days }, signal), String(days))
  const byEndpoint = useRequest((signal) => readUsage({ days, groupBy: 'endpoint' }, signal), String(days))
  return (
    <>
      <Loaded asked={all}>
        {({ times, groups: [total], quota }) =>
          total === undefined ? (
            <Empty title="No calls in this period">
              Create a <a href="#/keys">key</a> and call the API; calls appear here after a second.
            </Empty>
          ) : (
            <>
              <Figures
                label="Usage"
                figures={[
                  { label: 'Calls', value: count(total.calls) },
                  {
                    label: 'Error rate',
                    value: percent(total.errors / total.calls),
                    about: `${count(total.errors)} errors`,
                  },
                  {
                    label: 'Throttled',
                    value: count(total.throttled),
                    about: `${count(total.quotaRefused)} over quota`,
                  },
                  {
                    label: 'Quota',
                    value: quota === null ? 'no limit' : count(quota.remaining),
                    about: <QuotaMeter quota={quota} />,
                  },
                ]}
              />
              <UsageCharts times={times} total={total} />
            </>
          )
        }
      </Loaded>
      <Panel title="By endpoint">
        <Loaded asked={byEndpoint}>
          {({ groups }) => (groups.length === 0 ? <Empty title="No calls" /> : <Endpoints groups={groups} />)}
        </Loaded>
      </Panel>
    </>
  )
}

interface UsageChartsProps {
  readonly times: readonly number[]
  readonly total: UsageGroup
}

function UsageCharts({ times, total }: UsageChartsProps): JSX.Element {
  return (
    <div class="grid">
      <Panel title="Calls">
        <Chart
          label={`Calls over time: ${total.calls}, of which ${total.errors} failed and ${total.throttled} were throttled`}
          times={times}
          lines={[
            {
              label: 'Calls',
              color: '--accent',
              values: total.rows.map((row) => row?.calls ?? 0),
              isBars: true,
            },
            { label: 'Errors', color: '--bad', values: total.rows.map((row) => row?.errors ?? 0) },
            { label: 'Throttled', color: '--warn', values: total.rows.map((row) => row?.throttled ?? 0) },
          ]}
          show={(value) => count(Math.round(value))}
        />
      </Panel>
      <Panel title="Latency">
        <Chart
          label={`Latency over time: at most ${milliseconds(total.p50)} at p50, ${milliseconds(total.p95)} at p95, ${milliseconds(total.p99)} at p99`}
          times={times}
          lines={[
            { label: 'p50', color: '--good', values: total.rows.map((row) => row?.p50 ?? null) },
            { label: 'p95', color: '--warn', values: total.rows.map((row) => row?.p95 ?? null) },
            { label: 'p99', color: '--bad', values: total.rows.map((row) => row?.p99 ?? null) },
          ]}
          show={milliseconds}
        />
      </Panel>
    </div>
  )
}

const SHOWN_FIRST = 8

function Endpoints({ groups }: { readonly groups: readonly UsageGroup[] }): JSX.Element {
  const [isAll, setAll] = useState(false)
  return (
    <div class="stack">
      <Table
        label="Calls by endpoint"
        rows={isAll ? groups : groups.slice(0, SHOWN_FIRST)}
        keyOf={({ group }) => group}
        columns={[
          { label: 'Endpoint', isName: true, show: ({ group }) => <span class="mono">{group}</span> },
          { label: 'Calls', isNumber: true, show: ({ calls }) => count(calls) },
          {
            label: 'Errors',
            isNumber: true,
            show: ({ errors, calls }) => `${count(errors)} (${percent(errors / calls)})`,
          },
          { label: 'Throttled', isNumber: true, show: ({ throttled }) => count(throttled) },
          { label: 'p50', isNumber: true, show: ({ p50 }) => milliseconds(p50) },
          { label: 'p95', isNumber: true, show: ({ p95 }) => milliseconds(p95) },
          { label: 'p99', isNumber: true, show: ({ p99 }) => milliseconds(p99) },
        ]}
      />
      {groups.length > SHOWN_FIRST && !isAll && (
        <div class="row">
          <Button isSmall onPress={() => setAll(true)}>
            Show all {groups.length}
          </Button>
        </div>
      )}
    </div>
  )
}
