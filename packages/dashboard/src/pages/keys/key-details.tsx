import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { readUsage } from '../../data/usage.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Bar } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, words } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { Key } from './keys-page.tsx'

const DAYS = 7

/** Limits and calls of one key. */
export function KeyDetails({ shown }: { readonly shown: Key }): JSX.Element {
  const state = useRequest((signal) => api.key(shown.id, { signal }), shown.id)
  const usage = useRequest(
    (signal) => readUsage({ days: DAYS, groupBy: 'key' }, signal),
    may('usage:read') ? shown.id : undefined,
  )
  return (
    <Panel title={shown.name} aside={<a href="#/keys">Close</a>}>
      <div class="grid">
        <Loaded asked={state}>
          {({ limits = [] }) => (
            <Table
              label="Limits now"
              empty={<Empty title="Neither the key nor its account has any limits" />}
              rows={limits}
              keyOf={({ policy }) => policy}
              columns={[
                { label: 'Limit', isName: true, show: ({ policy }) => words(policy) },
                { label: 'Allows', show: ({ requests, perSeconds }) => `${count(requests)} in ${perSeconds} s` },
                {
                  label: 'Remaining',
                  show: ({ remaining, requests }) => (
                    <span class="confidence">
                      <Bar share={remaining / requests} />
                      {count(remaining)}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </Loaded>
        {may('usage:read') && (
          <Loaded asked={usage}>
            {({ times, groups }) => {
              const own = groups.find(({ group }) => group === shown.id)
              if (own === undefined) return <Empty title={`No calls in the last ${DAYS} days`} />
              return (
                <Chart
                  label={`Calls of ${shown.name} in the last ${DAYS} days: ${own.calls}, of which ${own.errors} failed`}
                  times={times}
                  lines={[
                    { label: 'Calls', color: '--accent', values: own.rows.map((row) => row?.calls ?? 0), isBars: true },
                    { label: 'Errors', color: '--bad', values: own.rows.map((row) => row?.errors ?? 0) },
                    { label: 'Throttled', color: '--warn', values: own.rows.map((row) => row?.throttled ?? 0) },
                  ]}
                  show={(value) => count(Math.round(value))}
                />
              )
            }}
          </Loaded>
        )}
      </div>
    </Panel>
  )
}
