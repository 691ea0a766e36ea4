import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../data/api/api.ts'
import { readProduct } from '../data/product/product.ts'
import type { LinkedRecord, ProductDetails } from '../data/product/product-details.ts'
import { SelectField } from '../ui/field.tsx'
import { DecisionDialog, type ReasonGiven } from './decision-dialog.tsx'
import type { Effect } from './effect.tsx'
import type { ProductDialogProps } from './merge-dialog.tsx'
import { type FoundProduct, ProductFinder } from './product-finder.tsx'
import { codesOf, keyOf } from './record-choice.tsx'

/** Dialog for moving one record to another product, which a search finds. */
export function MoveDialog({ product, onClose, onDone }: ProductDialogProps): JSX.Element {
  const { utpid, name, records } = product
  const [key, setKey] = useState('')
  const [target, setTarget] = useState<FoundProduct | undefined>(undefined)
  const moved = records.find((each) => keyOf(each) === key)
  return (
    <DecisionDialog
      title={`Move a record of ${name}`}
      verb="Move"
      done="The record was moved."
      hint="Choose a record and the product to which it belongs."
      inputs={moved === undefined || target === undefined ? undefined : `${key} ${target.utpid}`}
      preview={(signal) => previewMove(product, moved, target, signal)}
      decide={(reason) => move(product, moved, target, reason)}
      onClose={onClose}
      onDone={onDone}
    >
      <SelectField
        label="Record"
        value={key}
        onInput={setKey}
        options={[
          ['', 'Choose a record'],
          ...records.map((each) => [keyOf(each), `${keyOf(each)} ${each.record.name}`] as const),
        ]}
      />
      <ProductFinder label="Move it to" except={utpid} chosen={target} onChoose={setTarget} />
      <p class="dim small">Two decisions: a split, then a merge. Each can be undone.</p>
    </DecisionDialog>
  )
}

/** Returns the effect of the move: that of the split, with the record in the other product. */
async function previewMove(
  { utpid }: ProductDetails,
  moved: LinkedRecord | undefined,
  target: FoundProduct | undefined,
  signal: AbortSignal,
): Promise<Effect> {
  if (moved === undefined || target === undefined) throw new Error('Choose a record and a product.')
  const body = { utpid, records: codesOf([moved]), keep: 'rest', dryRun: true } as const
  const [effect, into] = await Promise.all([api.split(body, { signal }), readProduct(target.utpid, signal)])
  const { supplier, code, name } = moved.record
  const rest = (effect.products ?? []).filter((each) => each.utpid === utpid)
  const records = [...into.records.map(({ record }) => record), { supplier, code, name }]
  return { ...effect, products: [...rest, { utpid: into.utpid, name: into.name, verified: into.verified, records }] }
}

/** Splits the record off and merges its new product into the other one. If the merge fails, the split is undone. */
async function move(
  { utpid }: ProductDetails,
  moved: LinkedRecord | undefined,
  target: FoundProduct | undefined,
  reason: ReasonGiven,
): Promise<void> {
  if (moved === undefined || target === undefined) return
  const [code] = codesOf([moved])
  const split = await api.split({ utpid, records: codesOf([moved]), keep: 'rest', ...reason })
  const { results } = await api.lookup({ ids: code === undefined ? [] : [code] })
  const own = results[0]?.utpid
  // The model may have joined the free record with the other product.
  if (own == null || own === target.utpid) return
  try {
    await api.merge({ utpid: target.utpid, other: own, survivor: target.utpid, ...reason })
  } catch (error) {
    await api.undo(split.change, { note: 'The record could not be moved.' })
    throw error
  }
}
