import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function ReviewPage(): JSX.Element {
  return <PageFrame title="Review">x</PageFrame>
}
