import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function QualityPage(): JSX.Element {
  return <PageFrame title="Quality">x</PageFrame>
}
