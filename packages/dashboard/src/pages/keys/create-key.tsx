import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { may } from '../../data/api/session.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { useRequest } from '../../data/hooks/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { type KeyDraft, keyBody, NEW_KEY } from './key-draft.ts'
import { KeyFields } from './key-fields.tsx'

interface CreateKeyProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for creating a key. Its secret is shown once. */
export function CreateKey({ onClose, onDone }: CreateKeyProps): JSX.Element {
  const [draft, setDraft] = useState<KeyDraft>(NEW_KEY)
  const [text, setText] = useState<string | undefined>(undefined)
  const change = (changed: Partial<KeyDraft>): void => setDraft((before) => ({ ...before, ...changed }))
  const action = useAction(async () => {
    const made = await api.createKey(keyBody(draft))
    setText(made.text)
    onDone()
  })
  const account = useRequest((signal) => api.account({ signal }), may('usage:read') ? 'account' : undefined)
  const hasLimits = account.data?.plan.keyLimits === true
  if (text !== undefined) {
    return (
      <Dialog title={`${draft.name} was created`} onClose={onClose}>
        <p>The key is shown only once. Store it with your secrets.</p>
        <SecretText text={text} label="Key" />
        <pre>{`curl -H 'Authorization: Bearer ${text}' \\\n  '${location.href.split('/dashboard')[0]}/registry/search?q=hotel'`}</pre>
      </Dialog>
    )
  }
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form
        label="Create a key"
        action={action}
        verb="Create"
        isDisabled={draft.scopes.length === 0}
        others={<Button onPress={onClose}>Cancel</Button>}
      >
        <KeyFields draft={draft} hasLimits={hasLimits} onChange={change} />
      </Form>
    </Dialog>
  )
}
