import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import type { PageProps } from '../../routing/page.ts'
import { linkTo } from '../../routing/place.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, When } from '../../ui/marks.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { CreateWebhook } from './create-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'

export type Webhook = Answers['webhooks']['results'][number]

/** Page with webhooks and their deliveries. */
export function WebhooksPage({ rest }: PageProps): JSX.Element {
  const [isCreating, setCreating] = useState(false)
  const [turn, setTurn] = useState(0)
  const asked = useRequest((signal) => api.webhooks({ signal }), 'webhooks')
  const mayWrite = may('webhooks:write')
  const [id] = rest
  const chosen = asked.data?.results.find((webhook) => webhook.id === id)
  const again = (): void => {
    asked.refresh()
    setTurn((each) => each + 1)
  }
  return (
    <PageFrame
      title="Webhooks"
      about="Signed by Standard Webhooks. Up to ten attempts over three days."
      actions={
        mayWrite && (
          <Button kind="primary" onPress={() => setCreating(true)}>
            Create a webhook
          </Button>
        )
      }
    >
      <Panel title="All webhooks">
        <Loaded asked={asked}>
          {({ results }) => (
            <Table
              label="Webhooks"
              empty={<Empty title="No webhooks yet">Webhooks notify your program of changes.</Empty>}
              rows={results}
              keyOf={(webhook) => webhook.id}
              columns={[
                {
                  label: 'Address',
                  isName: true,
                  show: (webhook) => <a href={linkTo(['webhooks', webhook.id])}>{webhook.url}</a>,
                },
                { label: 'About', show: ({ description }) => description },
                { label: 'Events', show: ({ events }) => <span class="mono small">{events.join(' ')}</span> },
                { label: 'State', show: (webhook) => <State webhook={webhook} /> },
                { label: 'Since', show: ({ createdAt }) => <When at={createdAt} /> },
              ]}
            />
          )}
        </Loaded>
      </Panel>
      {chosen !== undefined && (
        <Panel title={chosen.url} aside={<a href="#/webhooks">Close</a>}>
          <div class="stack loose">
            {mayWrite && <WebhookActions webhook={chosen} onChange={again} />}
            <Deliveries webhookId={chosen.id} turn={turn} mayWrite={mayWrite} />
          </div>
        </Panel>
      )}
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} onDone={asked.refresh} />}
    </PageFrame>
  )
}

function State({ webhook: { status, disabledBy, failingSince } }: { readonly webhook: Webhook }): JSX.Element {
  return (
    <span class="row">
      <Badge tone={status === 'active' ? 'good' : 'bad'}>{status}</Badge>
      {disabledBy !== null && <span class="dim small">by {disabledBy}</span>}
      {failingSince !== null && (
        <span class="dim small">
          failing since <When at={failingSince} />
        </span>
      )}
    </span>
  )
}
