import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { type Action, useAction } from '../../data/hooks/use-action.ts'
import { goTo } from '../../routing/route.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { When } from '../../ui/marks.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { Failure } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Webhook } from './webhooks-page.tsx'

const HOUR_MS = 3_600_000
const SINCE: readonly (readonly [hours: string, label: string])[] = [
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last 7 days'],
  ['720', 'the last 30 days'],
]

interface Secret {
  readonly text: string
  /** Time until which the service also signs with the old secret. Null: the service signs only with the new secret. */
  readonly until: string | null
}

/** Actions of a webhook. */
export function WebhookActions({
  webhook,
  onChange,
}: {
  readonly webhook: Webhook
  readonly onChange: () => void
}): JSX.Element {
  const [secret, setSecret] = useState<Secret | undefined>(undefined)
  const [isDeleting, setDeleting] = useState(false)
  const isActive = webhook.status === 'active'
  const test = useAction(async () => {
    await api.testWebhook(webhook.id)
    showToast('A webhook.test event was queued.')
    onChange()
  })
  const rotate = useAction(async () => {
    const made = await api.rotateSecret(webhook.id)
    setSecret({ text: made.secret, until: made.webhook.oldSecretUntil })
  })
  const turn = useAction(async () => {
    await api.updateWebhook(webhook.id, { status: isActive ? 'disabled' : 'active' })
    onChange()
  })
  const recovery = useRecovery(webhook.id, onChange)
  const remove = useAction(async () => {
    await api.deleteWebhook(webhook.id)
    setDeleting(false)
    goTo('#/webhooks')
    onChange()
  })
  const failed = [test, rotate, turn, recovery.action].find(({ error }) => error !== undefined)
  return (
    <div class="stack">
      <div class="row">
        <Button isSmall isBusy={test.isBusy} onPress={() => void test.run()}>
          Send a test
        </Button>
        <Button isSmall isBusy={rotate.isBusy} onPress={() => void rotate.run()}>
          Rotate secret
        </Button>
        <Button isSmall isBusy={turn.isBusy} onPress={() => void turn.run()}>
          {isActive ? 'Disable' : 'Enable'}
        </Button>
        <Button isSmall kind="danger" onPress={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      <RecoverDeliveries recovery={recovery} />
      {failed !== undefined && <Failure error={failed.error} />}
      {secret !== undefined && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
      {isDeleting && (
        <Confirm
          title="Delete this webhook?"
          verb="Delete"
          action={remove}
          onConfirm={() => void remove.run()}
          onClose={() => setDeleting(false)}
        >
          <p>Its deliveries are deleted too. This cannot be undone.</p>
        </Confirm>
      )}
    </div>
  )
}

function NewSecret({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog title="The new secret" onClose={onClose}>
      <p>
        It is shown only once.{' '}
        {secret.until !== null && (
          <>
            Both secrets sign until <When at={secret.until} />.
          </>
        )}
      </p>
      <SecretText text={secret.text} label="Secret" />
    </Dialog>
  )
}

/** The recovery of failed deliveries. */
interface Recovery {
  readonly hours: string
  readonly setHours: (hours: string) => void
  readonly action: Action<[]>
}

function useRecovery(webhookId: string, onChange: () => void): Recovery {
  const [hours, setHours] = useState('24')
  const action = useAction(async () => {
    const since = new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()
    const { deliveries } = await api.recoverDeliveries(webhookId, { since })
    showToast(`${deliveries} deliveries were queued again.`)
    onChange()
  })
  return { hours, setHours, action }
}

function RecoverDeliveries({ recovery: { hours, setHours, action } }: { readonly recovery: Recovery }): JSX.Element {
  return (
    <div class="filters">
      <SelectField label="Retry deliveries that failed in" value={hours} onInput={setHours} options={SINCE} />
      <div>
        <Button isBusy={action.isBusy} onPress={() => void action.run()}>
          Recover
        </Button>
      </div>
    </div>
  )
}
