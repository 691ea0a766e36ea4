import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { fieldsOf } from '../../data/product/record-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { words } from '../../ui/show-values.ts'
import { PinDialog } from '../registry/pin-dialog.tsx'
import { PINNABLE } from '../registry/pinnable.ts'

interface PinChooserProps {
  readonly products: readonly [ProductDetails, ProductDetails]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for choosing the product and field to pin. */
export function PinChooser({ products, onClose, onDone }: PinChooserProps): JSX.Element {
  const [at, setAt] = useState('0')
  const [field, setField] = useState('name')
  const [isChosen, setChosen] = useState(false)
  const product = products[at === '0' ? 0 : 1]
  if (isChosen) return <PinDialog product={product} field={field} onClose={onClose} onDone={onDone} />
  const own = new Set(fieldsOf(product).map(({ name }) => name))
  return (
    <Dialog title="Pin a field" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          setChosen(true)
        }}
      >
        <SelectField
          label="Product"
          value={at}
          onInput={setAt}
          options={products.map(({ name, utpid }, number) => [String(number), `${name} (${utpid})`] as const)}
        />
        <SelectField
          label="Field"
          value={field}
          onInput={setField}
          options={PINNABLE.map((name) => [name, own.has(name) ? words(name) : `${words(name)} (none yet)`] as const)}
        />
        <div class="actions">
          <Button kind="primary" isSubmit>
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
