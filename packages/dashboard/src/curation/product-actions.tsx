import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { may } from '../data/api/session.ts'
import type { ProductDetails } from '../data/product/product-details.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'

const DIALOGS = { merge: MergeDialog, split: SplitDialog, move: MoveDialog, delete: DeleteDialog } as const

/** Buttons for the decisions about a product, if the session may decide. */
export function ProductActions({
  product,
  onChange,
}: {
  readonly product: ProductDetails
  readonly onChange: () => void
}): JSX.Element | null {
  const [open, setOpen] = useState<keyof typeof DIALOGS | undefined>(undefined)
  if (!may('registry:merge')) return null
  const Shown = open === undefined ? undefined : DIALOGS[open]
  const hasSeveral = product.records.length > 1
  return (
    <>
      <Button onPress={() => setOpen('merge')}>Merge …</Button>
      {hasSeveral && <Button onPress={() => setOpen('split')}>Split …</Button>}
      {hasSeveral && <Button onPress={() => setOpen('move')}>Move a record …</Button>}
      <Button kind="danger" onPress={() => setOpen('delete')}>
        Delete …
      </Button>
      {Shown !== undefined && <Shown product={product} onClose={() => setOpen(undefined)} onDone={onChange} />}
    </>
  )
}
