import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../data/hooks/use-action.ts'
import { useRequest } from '../data/hooks/use-request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { type Effect, EffectPreview } from './effect.tsx'

export interface ReasonGiven {
  readonly note?: string
}

interface DecisionDialogProps {
  readonly title: string
  readonly verb: string
  /** Message after the decision. */
  readonly done: string
  readonly hint?: string
  /** Identifies the inputs of the decision; undefined while an input is missing. */
  readonly inputs: string | undefined
  readonly preview: (signal: AbortSignal) => Promise<Effect>
  readonly decide: (reason: ReasonGiven) => Promise<void>
  readonly onClose: () => void
  readonly onDone: () => void
  /** Fields for the inputs. */
  readonly children?: ComponentChildren
}

/** A dialog that previews a decision, asks for the reason, and makes the decision. */
export function DecisionDialog(props: DecisionDialogProps): JSX.Element {
  const { title, verb, done, hint = '', inputs, onClose, onDone } = props
  const [note, setNote] = useState('')
  const asked = useRequest(props.preview, inputs)
  const action = useAction(async () => {
    await props.decide(note.trim() === '' ? {} : { note: note.trim() })
    showToast(done)
    onClose()
    onDone()
  })
  const isReady = inputs !== undefined && !asked.isLoading && asked.error === undefined && asked.data?.changed === true
  return (
    <Dialog title={title} onClose={onClose}>
      <Form label={title} action={action} verb={verb} isDisabled={!isReady}>
        {props.children}
        <EffectPreview
          asked={inputs === undefined ? { ...asked, data: undefined, error: undefined } : asked}
          hint={hint}
        />
        <TextField label="Reason" value={note} onInput={setNote} hint="Stored with the decision." />
      </Form>
    </Dialog>
  )
}
