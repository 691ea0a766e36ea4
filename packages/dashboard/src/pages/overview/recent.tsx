import type { JSX } from 'preact'
import { api } from '../../data/api/api.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { readJobs } from '../../data/jobs.ts'
import { linkTo } from '../../routing/place.ts'
import { JobStatus } from '../../ui/job-status.tsx'
import { ModelConfidence, When } from '../../ui/marks.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

const SHOWN = 6

export function RecentAlerts(): JSX.Element {
  const asked = useRequest((signal) => api.alerts({ order: 'detectedAt', limit: SHOWN }, { signal }), 'alerts')
  return (
    <Panel title="Newest alerts" aside={<a href="#/review">Review</a>}>
      <Loaded asked={asked}>
        {({ results }) => (
          <Table
            label="Newest alerts"
            empty={<Empty title="No open alerts" />}
            rows={results}
            keyOf={({ alertId }) => alertId}
            columns={[
              {
                label: 'Pair',
                isName: true,
                show: ({ alertId, names }) => <a href={linkTo(['review', alertId])}>{names.join(' · ')}</a>,
              },
              { label: 'Confidence', show: ({ confidence }) => <ModelConfidence value={confidence} /> },
              { label: 'Since', show: ({ detectedAt }) => <When at={detectedAt} /> },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

export function RecentJobs(): JSX.Element {
  const asked = useRequest((signal) => readJobs(SHOWN, signal), 'jobs')
  return (
    <Panel title="Newest jobs" aside={<a href="#/jobs">All</a>}>
      <Loaded asked={asked}>
        {(jobs) => (
          <Table
            label="Newest jobs"
            empty={<Empty title="No jobs yet" />}
            rows={jobs}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'Job',
                isName: true,
                show: ({ kind, id, counts }) => (
                  <a href={linkTo(['jobs', kind, id])}>
                    {kind === 'batch' ? 'Batch' : 'Import'} of {count(counts.total)}
                  </a>
                ),
              },
              { label: 'Status', show: (job) => <JobStatus job={job} /> },
              { label: 'Created', show: ({ createdAt }) => <When at={createdAt} /> },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}
