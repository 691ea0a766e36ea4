import type { JSX } from 'preact'
import { PageFrame } from '../../ui/page-frame.tsx'
export function WebhooksPage(): JSX.Element {
  return <PageFrame title="Webhooks">x</PageFrame>
}
