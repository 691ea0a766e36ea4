import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function PlanPage(): JSX.Element {
  return <PageFrame title="Plan">x</PageFrame>
}
