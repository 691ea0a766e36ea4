import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { readSession } from '../../data/api/sign-in.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Deletes the account, for owners. */
export function DeleteAccount({ name }: { readonly name: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const action = useAction(async () => {
    await api.deleteAccount({ name: typed.trim() })
    await readSession()
  })
  return (
    <Panel title="Delete the account">
      <div class="stack">
        <p>
          All keys and sessions end at once. Members, keys, webhooks, jobs with their files, logs and usage are deleted.
          The registry keeps the products, records and decisions. This cannot be undone.
        </p>
        <div class="actions">
          <Button kind="danger" onPress={() => setOpen(true)}>
            Delete the account
          </Button>
        </div>
      </div>
      {isOpen && (
        <Dialog title="Delete the account?" onClose={() => setOpen(false)}>
          <Form label="Delete the account" action={action} verb="Delete for ever">
            <p>
              Type the name of the account to confirm: <strong>{name}</strong>
            </p>
            <TextField label="Name of the account" value={typed} onInput={setTyped} isRequired isFocused />
          </Form>
        </Dialog>
      )}
    </Panel>
  )
}
