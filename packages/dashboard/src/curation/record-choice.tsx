import type { JSX } from 'preact'
import type { LinkedRecord } from '../data/product/product-details.ts'
import { Check } from '../ui/field.tsx'

/** Identifies a record in the inputs of a dialog. */
export function keyOf({ record: { supplier, code } }: LinkedRecord): string {
  return `${supplier}:${code}`
}

/** Returns the supplier and code of records, as decisions name them. */
export function codesOf(records: readonly LinkedRecord[]): { supplier: string; code: string }[] {
  return records.map(({ record: { supplier, code } }) => ({ supplier, code }))
}

interface RecordChoiceProps {
  readonly label: string
  readonly records: readonly LinkedRecord[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/** Check boxes for choosing records of a product. */
export function RecordChoice({ label, records, chosen, onChoose }: RecordChoiceProps): JSX.Element {
  return (
    <fieldset class="choices">
      <legend class="legend">{label}</legend>
      {records.map((each) => {
        const key = keyOf(each)
        const { supplier, code, name } = each.record
        return (
          <Check
            key={key}
            label={
              <>
                {supplier} <span class="mono">{code}</span> <span class="dim">{name}</span>
              </>
            }
            isChecked={chosen.has(key)}
            onInput={(isChecked) => {
              const next = new Set(chosen)
              if (isChecked) next.add(key)
              else next.delete(key)
              onChoose(next)
            }}
          />
        )
      })}
    </fieldset>
  )
}
