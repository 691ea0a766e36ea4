import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { may } from '../../data/api/session.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { detailsOf, fieldsOf, type ShownField } from '../../data/product/record-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, WebText } from '../../ui/marks.tsx'
import { words } from '../../ui/show-values.ts'
import { Table } from '../../ui/table.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { PINNABLE } from './pinnable.ts'

interface ProductFieldsProps {
  readonly product: ProductDetails
  readonly onChange: () => void
}

/** Displayed fields, each with its source record or pin. */
export function ProductFields({ product, onChange }: ProductFieldsProps): JSX.Element {
  const [pinned, setPinned] = useState<string | undefined>(undefined)
  const { provenance, pins = {} } = product
  const rows = fieldsOf(product)
  const details = detailsOf(product)
  const source = ({ name }: ShownField): JSX.Element | string => {
    if (pins[name] !== undefined) return <Badge tone="accent">pinned</Badge>
    const record = provenance[name]
    return record === undefined ? '' : `${record.supplier} ${record.code}`
  }
  return (
    <>
      <Table
        label="Fields"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { label: 'Field', isName: true, show: ({ name }) => words(name) },
          {
            label: 'Value',
            show: ({ name, text }) => (name === 'website' ? <WebText text={text} /> : text),
          },
          { label: 'From', show: (field) => <span class="dim">{source(field)}</span> },
          ...(may('registry:write')
            ? [
                {
                  label: 'Actions',
                  isActions: true,
                  show: ({ name }: ShownField) =>
                    PINNABLE.includes(name) && (
                      <Button kind="quiet" isSmall label={`Pin ${words(name)}`} onPress={() => setPinned(name)}>
                        Pin
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {details.length > 0 && (
        <Table
          label="Details"
          rows={details}
          keyOf={({ label }) => label}
          columns={[
            { label: 'Detail', isName: true, show: ({ label }) => label },
            { label: 'Value', show: ({ text }) => text },
            {
              label: 'From',
              show: ({ records }) => (
                <span class="dim">{records.map(({ supplier, code }) => `${supplier} ${code}`).join(', ')}</span>
              ),
            },
          ]}
        />
      )}
      {pinned !== undefined && (
        <PinDialog product={product} field={pinned} onClose={() => setPinned(undefined)} onDone={onChange} />
      )}
    </>
  )
}
