import type { Job } from '@utpid/client'
import type { JSX } from 'preact'
import { BASE_URL } from '../../data/api/api.ts'
import { isOver, type ShownKind } from '../../data/jobs.ts'
import { Panel } from '../../ui/panel.tsx'
import { bytes, timeText } from '../../ui/show-values.ts'

type JobFile = NonNullable<Job['file']>

/** Why a file is not kept, and what helps. */
const REASONS: Readonly<Record<NonNullable<JobFile['notKept']>, string>> = {
  declined: 'The sender asked not to keep the file.',
  off: 'This service keeps no files.',
  format: 'UTPIDs can be appended only to CSV, JSON Lines, JSON and XLSX. Send the file in one of these formats.',
  account_full: 'The kept files of your account have reached their limit. Older files are deleted as they expire.',
  service_full: 'The kept files of this service have reached their limit. Ask its operator.',
  storage_failed: 'The service could not store the file. Send it again.',
}

/** The user's own file, with UTPIDs. The browser saves it as it arrives, so its size does not matter. */
export function JobFilePanel({ job, kind }: { readonly job: Job; readonly kind: ShownKind }): JSX.Element | null {
  const { file } = job
  if (file === undefined) return null
  return (
    <Panel
      title="Your file"
      aside={
        file.url !== null &&
        isOver(job) && (
          <a class="button" href={`${BASE_URL}${file.url}`} download={file.name ?? ''}>
            Download your file with UTPIDs
          </a>
        )
      }
    >
      {file.notKept === null ? (
        <div class="stack">
          <p>
            {file.name ?? 'The file'} {file.bytes !== null && `(${bytes(file.bytes)})`} as you sent it, with{' '}
            <code>utpid</code>, <code>confidence</code>, <code>status</code> and <code>reason</code> appended to each
            row. {!isOver(job) && 'You can download it once the job is done.'}
          </p>
          <p class="dim small">
            The file is kept until {file.expiresAt === null ? 'its job ends' : timeText(file.expiresAt)}.
            {kind === 'import' && (
              <>
                {' '}
                The codes of all suppliers: <a href={`${BASE_URL}/registry/export?format=crosswalk`}>crosswalk</a>.
              </>
            )}
          </p>
        </div>
      ) : (
        <p>The file was not kept. {REASONS[file.notKept]}</p>
      )}
    </Panel>
  )
}
