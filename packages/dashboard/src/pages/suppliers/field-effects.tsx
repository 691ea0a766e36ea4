import type { Answers } from '@utpid/client'
import type { JSX } from 'preact'
import { Panel } from '../../ui/panel.tsx'
import { count, percent, words } from '../../ui/show-values.ts'
import { Table } from '../../ui/table.tsx'

type Effect = Answers['supplierReport']['fields'][number]
type Side = Effect['with']

/** Table with the links of records that have a field, and of records that lack it. */
export function FieldEffects({ fields }: { readonly fields: readonly Effect[] }): JSX.Element {
  return (
    <Panel title="Links with and without a field">
      <Table
        label="Links with and without a field"
        rows={fields}
        keyOf={({ field }) => field}
        columns={[
          { label: 'Field', isName: true, show: ({ field }) => words(field) },
          { label: 'Have it', isNumber: true, show: ({ with: having }) => count(having.records) },
          { label: 'Linked', isNumber: true, show: ({ with: having }) => linkedShare(having) },
          { label: 'Lack it', isNumber: true, show: ({ without }) => count(without.records) },
          { label: 'Linked without it', isNumber: true, show: ({ without }) => linkedShare(without) },
        ]}
      />
    </Panel>
  )
}

function linkedShare({ records, linked }: Side): string {
  return records === 0 ? '–' : percent(linked / records)
}
