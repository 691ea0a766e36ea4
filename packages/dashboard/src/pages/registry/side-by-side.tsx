import type { JSX } from 'preact'
import { distanceMeters } from '../../data/product/distance.ts'
import { areEqualFolded } from '../../data/product/mark-differences.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { extraName, fieldsOf, namesOf, pointOf } from '../../data/product/record-fields.ts'
import { meters, percent, words } from '../../ui/show-values.ts'

/** Shows the records of a product side by side. Marks differences from the displayed fields. */
export function SideBySide({ product }: { readonly product: ProductDetails }): JSX.Element {
  const shown = new Map(fieldsOf(product).map(({ name, text }) => [name, text]))
  const records = product.records.map((linked) => ({
    ...linked,
    texts: new Map(fieldsOf(linked.record).map(({ name, text }) => [name, text])),
  }))
  const names = namesOf(product.records.map(({ record }) => fieldsOf(record)))
  const middle = pointOf(product)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse must be able to scroll the table.
    <section class="table-scroll" tabIndex={0} aria-label="Records side by side">
      <table class="table records">
        <thead>
          <tr>
            <td />
            {records.map(({ record }) => (
              <th key={`${record.supplier} ${record.code}`} scope="col">
                {supplierName(product, record.supplier)}
                <div class="mono dim">{record.code}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{extraName(name) ?? words(name)}</th>
              {records.map(({ record, texts }) => {
                const text = texts.get(name) ?? ''
                // The product shows no unknown fields.
                const isShown = name !== 'coordinates' && extraName(name) === undefined
                const isOther = isShown && text !== '' && !areEqualFolded(text, shown.get(name) ?? '')
                return <td key={`${record.supplier} ${record.code}`}>{isOther ? <mark>{text}</mark> : text}</td>
              })}
            </tr>
          ))}
          <tr>
            <th scope="row">distance</th>
            {records.map(({ record }) => {
              const point = pointOf(record)
              const isKnown = point !== undefined && middle !== undefined
              return (
                <td key={`${record.supplier} ${record.code}`}>
                  {isKnown ? meters(distanceMeters(point, middle)) : <span class="dim">unknown</span>}
                </td>
              )
            })}
          </tr>
          <tr>
            <th scope="row">linked by</th>
            {records.map(({ record, method, confidence }) => (
              <td key={`${record.supplier} ${record.code}`}>
                {words(method)}, {percent(confidence)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function supplierName({ suppliers }: ProductDetails, id: string): string {
  return suppliers.find((supplier) => supplier.id === id)?.name ?? id
}
