import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function KeysPage(): JSX.Element {
  return <PageFrame title="Keys">x</PageFrame>
}
