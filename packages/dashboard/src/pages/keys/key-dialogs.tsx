import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { When } from '../../ui/marks.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { timeText } from '../../ui/show-values.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { Key } from './keys-page.tsx'

interface KeyDialogProps {
  readonly shown: Key
  readonly onClose: () => void
  readonly onDone: () => void
}

const OVERLAPS: readonly (readonly [string, string])[] = [
  ['0', 'None: the old secret stops working at once'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
]
const A_DAY = '86400'
const MS = 1_000

/** Dialog for rotating a key. The old secret works for a while. */
export function RotateKey({ shown, onClose, onDone }: KeyDialogProps): JSX.Element {
  const [overlap, setOverlap] = useState(A_DAY)
  const [made, setMade] = useState<{ readonly text: string; readonly until: string | undefined } | undefined>(undefined)
  const action = useAction(async () => {
    const { key, text } = await api.rotateKey(shown.id, { overlapSeconds: Number(overlap) })
    setMade({ text, until: key.overlapUntil })
    onDone()
  })
  if (made !== undefined) {
    return (
      <Dialog title={`${shown.name} has a new secret`} onClose={onClose}>
        <p>The key is shown only once. Store it with your secrets.</p>
        <SecretText text={made.text} label="New secret" />
        {made.until !== undefined && (
          <p>
            Both secrets work until <When at={made.until} />.
          </p>
        )}
      </Dialog>
    )
  }
  return (
    <Dialog title={`Rotate ${shown.name}`} onClose={onClose}>
      <Form label="Rotate" action={action} verb="Rotate">
        <SelectField
          label="The old secret works for"
          value={overlap}
          onInput={setOverlap}
          options={OVERLAPS}
          hint="Time to replace the old secret by the new one."
        />
        {overlap !== '0' && (
          <p class="dim">
            Now: both. From {timeText(new Date(Date.now() + Number(overlap) * MS).toISOString())}: only the new one.
          </p>
        )}
      </Form>
    </Dialog>
  )
}

export function RevokeKey({ shown, onClose, onDone }: KeyDialogProps): JSX.Element {
  const action = useAction(async () => {
    await api.revokeKey(shown.id)
    showToast(`${shown.name} was revoked.`)
    onDone()
    onClose()
  })
  return (
    <Confirm
      title={`Revoke ${shown.name}?`}
      verb="Revoke"
      action={action}
      onConfirm={() => void action.run()}
      onClose={onClose}
    >
      <p>
        Requests with <code>{shown.start}…</code> are rejected within a second. This cannot be undone.
      </p>
    </Confirm>
  )
}
