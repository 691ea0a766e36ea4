import type { JSX } from 'preact'
import type { ShownKind } from '../../data/jobs.ts'
import type { PageProps } from '../../routing/page.ts'
import './jobs.css'
import { JobList } from './job-list.tsx'
import { JobView } from './job-view.tsx'
import { UploadView } from './upload-view.tsx'

/** Page of batches and imports: the list, the upload form, or one job. */
export function JobsPage({ rest }: PageProps): JSX.Element {
  const [kind, id] = rest
  if (!isKind(kind)) return <JobList />
  return id === undefined ? <UploadView key={kind} kind={kind} /> : <JobView key={id} kind={kind} id={id} />
}

function isKind(text: string | undefined): text is ShownKind {
  return text === 'batch' || text === 'import'
}
