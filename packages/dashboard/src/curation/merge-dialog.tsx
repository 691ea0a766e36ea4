import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../data/api/api.ts'
import type { ProductDetails } from '../data/product/product-details.ts'
import { SelectField } from '../ui/field.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { type FoundProduct, ProductFinder } from './product-finder.tsx'

export interface ProductDialogProps {
  readonly product: ProductDetails
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Dialog for merging a product with another one, which a search finds. */
export function MergeDialog({ product, onClose, onDone }: ProductDialogProps): JSX.Element {
  const { utpid, name } = product
  const [other, setOther] = useState<FoundProduct | undefined>(undefined)
  const [survivor, setSurvivor] = useState('')
  const body = {
    utpid,
    other: other?.utpid ?? '',
    ...(survivor === '' || other === undefined ? {} : { survivor: survivor === 'this' ? utpid : other.utpid }),
  }
  return (
    <DecisionDialog
      title={`Merge ${name}`}
      verb="Merge"
      done="The products were merged."
      hint="Choose the other product."
      inputs={other === undefined ? undefined : JSON.stringify(body)}
      preview={(signal) => api.merge({ ...body, dryRun: true }, { signal })}
      decide={async (reason) => void (await api.merge({ ...body, ...reason }))}
      onClose={onClose}
      onDone={onDone}
    >
      <ProductFinder label="Merge with" except={utpid} chosen={other} onChoose={setOther} />
      {other !== undefined && (
        <SelectField
          label="UTPID that stays"
          value={survivor}
          onInput={setSurvivor}
          options={[
            ['', 'The product with more records'],
            ['this', `${utpid} (this product)`],
            ['other', `${other.utpid} (the other product)`],
          ]}
        />
      )}
    </DecisionDialog>
  )
}
