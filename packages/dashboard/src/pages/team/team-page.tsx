import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function TeamPage(): JSX.Element {
  return <PageFrame title="Team">x</PageFrame>
}
