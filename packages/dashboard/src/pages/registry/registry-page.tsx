import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function RegistryPage(): JSX.Element {
  return <PageFrame title="Registry">x</PageFrame>
}
