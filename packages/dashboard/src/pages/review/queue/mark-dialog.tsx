import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../../data/api/api.ts'
import { useAction } from '../../../data/hooks/use-action.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import type { QueuedAlert } from './queue-alert.ts'

const KINDS = [
  ['unsure', 'I am not sure'],
  ['merge', 'I propose to merge them'],
  ['dismiss', 'I propose that they are different'],
  ['note', 'Only a note'],
  ['none', 'Remove my notes'],
] as const
type Kind = (typeof KINDS)[number][0]
const MAX_NOTE = 2_000

interface MarkDialogProps {
  readonly alert: QueuedAlert
  readonly onClose: () => void
  readonly onMarked: (alert: QueuedAlert) => void
}

/** Dialog for leaving a doubt, a proposal or a note on an open alert. Nothing is decided. */
export function MarkDialog({ alert: { alertId, names }, onClose, onMarked }: MarkDialogProps): JSX.Element {
  const [kind, setKind] = useState<Kind>('unsure')
  const [note, setNote] = useState('')
  const text = useRef<HTMLTextAreaElement>(null)
  // Typing goes on without a click.
  useEffect(() => text.current?.focus(), [])
  const action = useAction(async () => {
    const mark = kind === 'merge' || kind === 'dismiss' ? { kind: 'proposal' as const, resolution: kind } : { kind }
    onMarked(await api.markAlert(alertId, { ...mark, ...(note.trim() === '' ? {} : { note }) }))
  })
  return (
    <Dialog title="Not sure?" onClose={onClose}>
      <p>
        {names[0]} <span class="dim">and</span> {names[1]}
      </p>
      <p class="dim">Others see your note. The question stays open until somebody decides it.</p>
      <Form
        action={{ ...action, run: () => action.run() }}
        verb="Save"
        isDisabled={kind === 'note' && note.trim() === ''}
      >
        <SelectField label="What do you say?" value={kind} onInput={(each) => setKind(each as Kind)} options={KINDS} />
        {kind !== 'none' && (
          <Field label={kind === 'note' ? 'Note' : 'Note (optional)'} hint={undefined}>
            {(ids) => (
              <textarea
                {...ids}
                ref={text}
                rows={3}
                maxLength={MAX_NOTE}
                value={note}
                onInput={({ currentTarget }) => setNote(currentTarget.value)}
              />
            )}
          </Field>
        )}
      </Form>
    </Dialog>
  )
}
