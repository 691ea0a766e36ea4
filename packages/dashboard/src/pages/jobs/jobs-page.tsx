import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function JobsPage(): JSX.Element {
  return <PageFrame title="Jobs">x</PageFrame>
}
