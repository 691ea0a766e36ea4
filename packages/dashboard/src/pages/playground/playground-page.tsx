import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function PlaygroundPage(): JSX.Element {
  return <PageFrame title="Playground">x</PageFrame>
}
