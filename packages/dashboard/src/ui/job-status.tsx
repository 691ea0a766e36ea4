import type { Job } from '@utpid/client'
import type { JSX } from 'preact'
import { Badge, Bar, type Tone } from './marks.tsx'
import { percent } from './show-values.ts'

const TONES: Readonly<Record<Job['status'], Tone>> = {
  queued: 'plain',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelling: 'warn',
  cancelled: 'warn',
}

/** Status of a job, with its progress while it runs. */
export function JobStatus({
  job: { status, progress },
}: {
  readonly job: Pick<Job, 'status' | 'progress'>
}): JSX.Element {
  if (status !== 'running') return <Badge tone={TONES[status]}>{status}</Badge>
  return (
    <span class="confidence">
      <Bar share={progress} />
      {percent(progress)}
    </span>
  )
}
