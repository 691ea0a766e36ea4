import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Check, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { WEBHOOK_EVENTS, type WebhookEventPattern } from './webhook-events.ts'

interface CreateWebhookProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for creating a webhook. Its secret is shown once. */
export function CreateWebhook({ onClose, onDone }: CreateWebhookProps): JSX.Element {
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const [events, setEvents] = useState<readonly WebhookEventPattern[]>(['registry.product.*'])
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const action = useAction(async () => {
    const made = await api.createWebhook({ url, events, ...(description === '' ? {} : { description }) })
    setSecret(made.secret)
    onDone()
  })
  if (secret !== undefined) {
    return (
      <Dialog title="The webhook was created" onClose={onClose}>
        <p>The secret is shown only once. The receiver verifies deliveries with it.</p>
        <SecretText text={secret} label="Secret" />
      </Dialog>
    )
  }
  return (
    <Dialog title="Create a webhook" onClose={onClose}>
      <Form label="Create a webhook" action={action} verb="Create" isDisabled={events.length === 0}>
        <TextField
          label="Address"
          type="url"
          value={url}
          onInput={setUrl}
          isRequired
          placeholder="https://example.com/hooks"
          hint="A public https URL."
        />
        <TextField label="About" value={description} onInput={setDescription} />
        <fieldset>
          <legend>Events</legend>
          {WEBHOOK_EVENTS.map(([event, about]) => (
            <Check
              key={event}
              isChecked={events.includes(event)}
              onInput={(isChecked) =>
                setEvents(isChecked ? [...events, event] : events.filter((each) => each !== event))
              }
              label={
                <>
                  <code>{event}</code> <span class="dim">{about}</span>
                </>
              }
            />
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}
