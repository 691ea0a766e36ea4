import type { JSX } from 'preact'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { readJobs } from '../../data/jobs.ts'
import { linkTo } from '../../routing/place.ts'
import { Button } from '../../ui/button.tsx'
import { JobStatus } from '../../ui/job-status.tsx'
import { When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count } from '../../ui/show-values.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { countsOf } from './job-counts.ts'

const MAX_SHOWN = 100

export function JobList(): JSX.Element {
  const asked = useRequest((signal) => readJobs(MAX_SHOWN, signal), 'jobs')
  return (
    <PageFrame
      title="Batches and imports"
      about="A batch matches each row to a product. An import adds the records of a supplier to the registry."
      actions={
        <>
          {may('registry:batch') && (
            <a class="button" href="#/jobs/batch">
              Map a batch
            </a>
          )}
          {may('registry:write') && (
            <a class="button primary" href="#/jobs/import">
              Import a feed
            </a>
          )}
        </>
      }
    >
      <Panel
        title="All jobs"
        aside={
          <Button isSmall kind="quiet" isBusy={asked.isLoading} onPress={asked.refresh}>
            Refresh
          </Button>
        }
      >
        <Loaded asked={asked}>
          {(jobs) => (
            <Table
              label="Jobs"
              empty={<Empty title="No jobs yet">Import a feed or map a batch to start.</Empty>}
              rows={jobs}
              keyOf={({ id }) => id}
              columns={[
                {
                  label: 'Job',
                  isName: true,
                  show: ({ kind, id, counts, dryRun }) => (
                    <a href={linkTo(['jobs', kind, id])}>
                      {kind === 'batch' ? 'Batch' : dryRun === true ? 'Dry run' : 'Import'} of {count(counts.total)}
                    </a>
                  ),
                },
                { label: 'Status', show: (job) => <JobStatus job={job} /> },
                {
                  label: 'Results',
                  show: ({ counts }) =>
                    countsOf(counts)
                      .filter(([, number]) => number > 0)
                      .map(([name, number]) => `${count(number)} ${name}`)
                      .join(', '),
                },
                { label: 'Created', show: ({ createdAt }) => <When at={createdAt} /> },
              ]}
            />
          )}
        </Loaded>
      </Panel>
    </PageFrame>
  )
}
