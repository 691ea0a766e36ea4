import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function LogsPage(): JSX.Element {
  return <PageFrame title="Logs">x</PageFrame>
}
