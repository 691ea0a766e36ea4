import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { api } from '../data/api/api.ts'
import { SelectField } from '../ui/field.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import type { ProductDialogProps } from './merge-dialog.tsx'
import { codesOf, keyOf, RecordChoice } from './record-choice.tsx'

/** Dialog for splitting chosen records off a product. */
export function SplitDialog({ product, onClose, onDone }: ProductDialogProps): JSX.Element {
  const { utpid, name, records } = product
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [keep, setKeep] = useState<'rest' | 'named'>('rest')
  const named = records.filter((each) => chosen.has(keyOf(each)))
  const body = { utpid, records: codesOf(named), keep }
  const isComplete = named.length > 0 && named.length < records.length
  return (
    <DecisionDialog
      title={`Split ${name}`}
      verb="Split"
      done="The product was split."
      hint={
        named.length === records.length
          ? 'At least one record must stay.'
          : 'Choose the records that are another product.'
      }
      inputs={isComplete ? JSON.stringify(body) : undefined}
      preview={(signal) => api.split({ ...body, dryRun: true }, { signal })}
      decide={async (reason) => void (await api.split({ ...body, ...reason }))}
      onClose={onClose}
      onDone={onDone}
    >
      <RecordChoice label="Records of another product" records={records} chosen={chosen} onChoose={setChosen} />
      <SelectField
        label={`${utpid} stays with`}
        value={keep}
        onInput={(value) => setKeep(value === 'named' ? 'named' : 'rest')}
        options={[
          ['rest', 'The other records'],
          ['named', 'The chosen records'],
        ]}
      />
    </DecisionDialog>
  )
}
