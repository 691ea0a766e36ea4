import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../data/api/api.ts'
import { useAction } from '../data/hooks/use-action.ts'
import { useRequest } from '../data/hooks/use-request.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Check, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { When } from '../ui/marks.tsx'
import { words } from '../ui/show-values.ts'
import { Failure, Loading } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import { EffectText } from './effect.tsx'
import { usePeople } from './people.ts'
import { planUndo, type StandingDecision } from './standing-decisions.ts'

interface UndoDialogProps {
  readonly change: number
  /** The kind of the decision. */
  readonly kind: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/**
 * Dialog for undoing a decision. If later decisions stand against the undo, it lists them. They are undone first, newest
 * first, after the person has acknowledged each of them.
 */
export function UndoDialog({ change, kind, onClose, onDone }: UndoDialogProps): JSX.Element {
  const [note, setNote] = useState('')
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set())
  const plan = useRequest((signal) => planUndo(change, signal), String(change))
  const standing = plan.data?.standing ?? []
  const action = useAction(async () => {
    const reason = note.trim() === '' ? {} : { note: note.trim() }
    const undone: number[] = []
    try {
      for (const each of standing) undone.push((await api.undo(each.change, reason)).change)
      await api.undo(change, reason)
    } catch (error) {
      await restore(undone)
      // Another person may have decided meanwhile: show what stands against the undo now.
      plan.refresh()
      setAccepted(new Set())
      onDone()
      throw error
    }
    showToast(standing.length === 0 ? 'The decision was undone.' : `${standing.length + 1} decisions were undone.`)
    onClose()
    onDone()
  })
  const isReady = plan.data !== undefined && !plan.isLoading && standing.every((each) => accepted.has(each.change))
  return (
    <Dialog title={`Undo change ${change}: ${words(kind)}`} onClose={onClose}>
      <Form
        label="Undo"
        action={action}
        verb={standing.length === 0 ? 'Undo' : `Undo ${standing.length + 1} decisions`}
        isDisabled={!isReady || plan.error !== undefined}
      >
        {plan.error !== undefined && <Failure error={plan.error} />}
        {plan.isLoading && <Loading label="Preview" />}
        {standing.length > 0 && <Standing standing={standing} accepted={accepted} onAccept={setAccepted} />}
        {plan.data?.effect !== undefined && (
          <section class="effect" aria-label="Preview">
            <h3>Preview</h3>
            <EffectText effect={plan.data.effect} />
          </section>
        )}
        <TextField label="Reason" value={note} onInput={setNote} hint="Stored with the undo." />
      </Form>
    </Dialog>
  )
}

/** Makes the later decisions again, if the undo after them has failed. */
async function restore(undone: readonly number[]): Promise<void> {
  for (const change of undone.toReversed()) {
    // A decision that cannot be made again stays undone; the page shows it.
    await api.undo(change, { note: 'The earlier decision could not be undone.' }).catch(() => undefined)
  }
}

interface StandingProps {
  readonly standing: readonly StandingDecision[]
  readonly accepted: ReadonlySet<number>
  readonly onAccept: (accepted: ReadonlySet<number>) => void
}

function Standing({ standing, accepted, onAccept }: StandingProps): JSX.Element {
  const nameOf = usePeople()
  return (
    <section class="effect" aria-label="Later decisions">
      <h3>Later decisions stand against this undo</h3>
      <p class="dim small">They are undone first, from top to bottom. Confirm each of them.</p>
      {standing.map(({ change, actor, at, note, judgements }) => (
        <Check
          key={change}
          isChecked={accepted.has(change)}
          onInput={(isChecked) => {
            const next = new Set(accepted)
            if (isChecked) next.add(change)
            else next.delete(change)
            onAccept(next)
          }}
          label={
            <>
              Undo change {change} of {nameOf(actor)} (<When at={at} />
              ): {judgements.slice(0, 3).join('; ')}
              {judgements.length > 3 && ` and ${judgements.length - 3} more pairs`}
              {note !== undefined && <span class="dim"> {note}</span>}
            </>
          }
        />
      ))}
    </section>
  )
}
