import type { Job } from '@utpid/client'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { isOver, type ShownKind } from '../../data/jobs.ts'
import { Button } from '../../ui/button.tsx'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { JobStatus } from '../../ui/job-status.tsx'
import { Bar, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { count, percent, words } from '../../ui/show-values.ts'
import { Failure, Loaded } from '../../ui/states.tsx'
import { DryRunSummary } from './dry-run-summary.tsx'
import { FeedWarnings } from './feed-warnings.tsx'
import { JobAdvice } from './job-advice.tsx'
import { JobColumns } from './job-columns.tsx'
import { countsOf } from './job-counts.ts'
import { JobFilePanel } from './job-file.tsx'
import { JobLoss } from './job-loss.tsx'
import { JobResults } from './job-results.tsx'

const POLL_MS = 1_000

/** Page of one job: its progress, and the result of each row. */
export function JobView({ kind, id }: { readonly kind: ShownKind; readonly id: string }): JSX.Element {
  const asked = useRequest(
    async (signal) => (await (kind === 'batch' ? api.batchJob(id, { signal }) : api.importJob(id, { signal }))) as Job,
    id,
  )
  const { data, refresh } = asked
  // Poll while the job is running.
  useEffect(() => {
    if (data === undefined || isOver(data)) return undefined
    const timer = setTimeout(refresh, POLL_MS)
    return () => clearTimeout(timer)
  }, [data])
  const cancel = useAction(async () => {
    await (kind === 'batch' ? api.cancelBatch(id) : api.cancelImport(id))
    refresh()
  })
  return (
    <PageFrame
      title={kind === 'batch' ? 'Batch' : data?.dryRun === true ? 'Dry run of an import' : 'Import'}
      about={<code>{id}</code>}
      actions={
        <>
          <a href="#/jobs">All jobs</a>
          {data !== undefined && !isOver(data) && (
            <Button kind="danger" isBusy={cancel.isBusy} onPress={() => void cancel.run()}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      {cancel.error !== undefined && <Failure error={cancel.error} />}
      <Loaded asked={asked}>
        {(job) => (
          <>
            <Panel title="Progress" aside={<JobStatus job={job} />}>
              <Progress job={job} />
            </Panel>
            {job.error?.code === 'excessive_loss' && <JobLoss id={id} />}
            {job.dryRun === true && job.status === 'completed' && <DryRunSummary id={id} />}
            {job.warnings !== undefined && <FeedWarnings warnings={job.warnings} />}
            <JobFilePanel job={job} kind={kind} />
            <JobAdvice job={job} />
            {job.columns !== undefined && <JobColumns report={job.columns} />}
            <JobResults kind={kind} id={id} turn={isOver(job) ? 'over' : 'running'} isOver={isOver(job)} />
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Progress({ job }: { readonly job: Job }): JSX.Element {
  const { counts, progress, error, startedAt, finishedAt, expiresAt } = job
  const outcomes = countsOf(counts)
  // Records that end are no rows, so there may be more of them.
  const most = Math.max(1, counts.processed, ...outcomes.map(([, number]) => number))
  return (
    <div class="stack">
      <p role="status">
        {count(counts.processed)} of {count(counts.total)} rows, {percent(progress)}.
      </p>
      <Bar share={progress} />
      {error !== null && (
        <div class="notice bad">
          {error.message} <span class="dim mono">{error.code}</span>
        </div>
      )}
      <BarList
        label="Rows by outcome"
        rows={outcomes.map(([name, number]) => ({
          name,
          label: words(name),
          share: number / most,
          value: count(number),
        }))}
      />
      <p class="dim small">
        Started <When at={startedAt} />, finished <When at={finishedAt} />, results are kept until{' '}
        <When at={expiresAt} />.
      </p>
    </div>
  )
}
