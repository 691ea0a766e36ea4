import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function OverviewPage(): JSX.Element {
  return <PageFrame title="Overview">x</PageFrame>
}
