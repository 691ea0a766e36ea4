import type { FeedOptions } from '@utpid/client'
import type { JSX } from 'preact'
import { Check, TextField } from '../../ui/field.tsx'

/** Fields of an upload about records that no longer exist. */
export interface EndingFields {
  /** The feed is complete. */
  readonly isFull: boolean
  /** Condition of rows that remove a record. */
  readonly removedWhen: string
  /** Every row removes a record. */
  readonly removedOnly: boolean
  /** Maximum share of a supplier's records that may end, in percent. */
  readonly maxLoss: string
}

export const NOTHING_ENDS: EndingFields = { isFull: false, removedWhen: '', removedOnly: false, maxLoss: '' }

/** Fields for full feeds and removals. */
export function EndingForm({
  fields,
  onChange,
}: {
  readonly fields: EndingFields
  readonly onChange: (fields: EndingFields) => void
}): JSX.Element {
  const { isFull, removedWhen, removedOnly, maxLoss } = fields
  return (
    <div class="form-columns">
      <Check
        label="Deactivate records missing from this feed"
        isChecked={isFull}
        onInput={(next) => onChange({ ...fields, isFull: next, removedOnly: false })}
      />
      <Check
        label="Deactivate the record of every row"
        isChecked={removedOnly}
        onInput={(next) => onChange({ ...fields, removedOnly: next, isFull: false, removedWhen: '' })}
      />
      <TextField
        label="Removed when"
        value={removedWhen}
        onInput={(next) => onChange({ ...fields, removedWhen: next, removedOnly: false })}
        hint="Rows that deactivate their record: status=deleted, or the name of a column with true, yes or 1."
      />
      <TextField
        label="Maximum loss in percent"
        value={maxLoss}
        onInput={(next) => onChange({ ...fields, maxLoss: next })}
        hint="If more records of a supplier would end, nothing is imported. Default: 10."
      />
    </div>
  )
}

/** Returns the query of the fields. */
export function endingQuery({
  isFull,
  removedWhen,
  removedOnly,
  maxLoss,
}: EndingFields): Pick<FeedOptions, 'full' | 'removedWhen' | 'removedOnly' | 'allowLoss'> {
  const percent = Number(maxLoss.replace('%', '').replace(',', '.').trim())
  return {
    ...(isFull ? { full: true } : {}),
    ...(removedOnly ? { removedOnly: true } : {}),
    ...(removedWhen.trim() === '' ? {} : { removedWhen: removedWhen.trim() }),
    // The service explains a share that is not between 0 and 1.
    ...(maxLoss.trim() === '' ? {} : { allowLoss: Number.isNaN(percent) ? -1 : percent / 100 }),
  }
}
