import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function AuditPage(): JSX.Element {
  return <PageFrame title="Audit">x</PageFrame>
}
