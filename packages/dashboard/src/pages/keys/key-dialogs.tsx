import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { When } from '../../ui/marks.tsx'
import { SecretText } from '../../ui/secret-text.tsx'
import { timeText } from '../../ui/show-values.ts'
import { tell } from '../../ui/toasts.tsx'
import type { Key } from './keys-page.tsx'

interface KeyDialogProps {
  readonly shown: Key
  readonly onClose: () => void
  readonly onDone: () => void
}

const OVERLAPS: readonly (readonly [string, string])[] = [
  ['0', 'None: the old text is dead at once'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
]
const A_DAY = '86400'
const MS = 1_000

/** Gives a key a new text, while the old one goes on for a while. */
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
      <Dialog title={`${shown.name} has a new text`} onClose={onClose}>
        <p>It is shown this once. Keep it where secrets are kept.</p>
        <SecretText text={made.text} label="New text" />
        {made.until !== undefined && (
          <p>
            Both texts work until <When at={made.until} />.
          </p>
        )}
      </Dialog>
    )
  }
  return (
    <Dialog title={`Rotate ${shown.name}`} onClose={onClose}>
      <Form
        label="Rotate"
        error={action.error}
        onSubmit={() => void action.run()}
        actions={
          <Button kind="primary" isSubmit isBusy={action.isBusy}>
            Rotate
          </Button>
        }
      >
        <SelectField
          label="The old text goes on for"
          value={overlap}
          onInput={setOverlap}
          options={OVERLAPS}
          hint="Time to put the new text where the old one is."
        />
        {overlap !== '0' && (
          <p class="dim">
            Now: both. From {timeText(new Date(Date.now() + Number(overlap) * MS).toISOString())} on: the new one only.
          </p>
        )}
      </Form>
    </Dialog>
  )
}

export function RevokeKey({ shown, onClose, onDone }: KeyDialogProps): JSX.Element {
  const action = useAction(async () => {
    await api.revokeKey(shown.id)
    tell(`${shown.name} is revoked.`)
    onDone()
    onClose()
  })
  return (
    <Confirm
      title={`Revoke ${shown.name}?`}
      verb="Revoke"
      isBusy={action.isBusy}
      error={action.error}
      onConfirm={() => void action.run()}
      onClose={onClose}
    >
      <p>
        Whoever asks with <code>{shown.start}…</code> is refused within a second. It cannot be taken back.
      </p>
    </Confirm>
  )
}
