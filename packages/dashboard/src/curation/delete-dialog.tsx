import type { JSX } from 'preact'
import { api } from '../data/api/api.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { ProductDialogProps } from './merge-dialog.tsx'

/** Dialog for deleting a product. */
export function DeleteDialog({ product, onClose, onDone }: ProductDialogProps): JSX.Element {
  const { utpid, name, records } = product
  return (
    <DecisionDialog
      title={`Delete ${name}`}
      verb="Delete"
      done="The product was deleted."
      inputs={utpid}
      preview={(signal) => api.deleteProduct(utpid, { dryRun: true }, { signal })}
      decide={async (reason) => void (await api.deleteProduct(utpid, reason))}
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        {records.length === 1 ? 'Its record becomes' : `Its ${records.length.toLocaleString('en')} records become`}{' '}
        inactive. Imports skip these codes until the deletion is undone.
      </p>
    </DecisionDialog>
  )
}
