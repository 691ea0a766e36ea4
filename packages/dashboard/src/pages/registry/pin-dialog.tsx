import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../../data/api/api.ts'
import { useAction } from '../../data/hooks/use-action.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { fieldsOf } from '../../data/product/record-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { words } from '../../ui/show-values.ts'
import { showToast } from '../../ui/toasts.tsx'
import '../../curation/curation.css'
import { pinnedValue } from './pinnable.ts'

interface PinDialogProps {
  readonly product: ProductDetails
  readonly field: string
  /** A value and its reason for the start. Default: the displayed value. */
  readonly proposed?: { readonly text: string; readonly note: string } | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for pinning a field of a product to a value. */
export function PinDialog({ product, field, proposed, onClose, onDone }: PinDialogProps): JSX.Element {
  const shown = fieldsOf(product).find(({ name }) => name === field)?.text ?? ''
  const [text, setText] = useState(proposed?.text ?? shown)
  const [note, setNote] = useState(proposed?.note ?? '')
  const isPinned = product.pins?.[field] !== undefined
  const said = [
    ...new Set(product.records.flatMap(({ record }) => fieldsOf(record).filter(({ name }) => name === field))),
  ].map((each) => each.text)
  const action = useAction(async (value: unknown) => {
    await api.pin(product.utpid, { fields: { [field]: value }, ...(note === '' ? {} : { note }) })
    showToast(value === null ? `${words(field)} was unpinned.` : `${words(field)} was pinned.`)
    onDone()
    onClose()
  })
  const pin = (): void => {
    const value = pinnedValue(field, text)
    if (value !== undefined) void action.run(value)
  }
  return (
    <Dialog title={`Pin ${words(field)}`} onClose={onClose}>
      <p class="dim">Supplier feeds do not change a pinned field. Only people can change it.</p>
      <Form
        label={`Pin ${words(field)}`}
        action={{ ...action, run: pin }}
        verb="Pin"
        isDisabled={pinnedValue(field, text) === undefined}
        others={
          isPinned && (
            <Button isBusy={action.isBusy} onPress={() => void action.run(null)}>
              Unpin
            </Button>
          )
        }
      >
        <TextField
          label="Value"
          value={text}
          onInput={setText}
          isRequired
          hint={field === 'coordinates' ? 'Latitude, longitude' : undefined}
        />
        {said.length > 0 && (
          <ul class="chips" aria-label="Values of records">
            {[...new Set(said)].map((each) => (
              <li key={each}>
                <button type="button" class="chip" onClick={() => setText(each)}>
                  {each}
                </button>
              </li>
            ))}
          </ul>
        )}
        <section class="effect" aria-label="Preview">
          <h3>Preview</h3>
          <p>
            Shown now: {shown === '' ? 'nothing' : shown}. After the decision:{' '}
            {pinnedValue(field, text) === undefined ? 'not a value of this field' : text}.
          </p>
        </section>
        <TextField label="Note" value={note} onInput={setNote} hint="Reason, stored with the decision." />
      </Form>
    </Dialog>
  )
}
