import type { JSX } from 'preact'
import type { LinkedRecord } from '../../data/product/product-details.ts'
import { codeText, isSameCode, type RecordCode } from '../../data/product/record-code.ts'
import { supplierNames } from '../../data/product/supplier-names.ts'
import { linkTo } from '../../routing/place.ts'
import { count } from '../../ui/show-values.ts'
import type { PairColumn } from './shown-pair.ts'

/** Maximum records of each product in the table. The table keeps the two shown records. */
const MAX_RECORDS = 12

/** A table of all records of both products: each cell leads to the pair of its row and column. */
export function OtherPairs({
  columns: [left, right],
}: {
  readonly columns: readonly [PairColumn, PairColumn]
}): JSX.Element | null {
  const [rows, others] = [recordsOf(left), recordsOf(right)]
  const total = pairsOf(left.product === right.product, left.product.records.length, right.product.records.length)
  if (total < 2) return null
  const nameOf = supplierNames([left.product, right.product])
  // In a table of one product, the pairs below the diagonal are those above it.
  const isOne = left.product === right.product
  const isShown = (a: RecordCode, b: RecordCode): boolean =>
    isSameCode(a, left.linked.record) && isSameCode(b, right.linked.record)
  const shown = pairsOf(isOne, rows.length, others.length)
  return (
    <div class="stack">
      <h3>All pairs of records</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: users without a mouse must be able to scroll the table. */}
      <section class="table-scroll" tabIndex={0} aria-label="All pairs of records">
        <table class="table other-pairs">
          <thead>
            <tr>
              <td />
              {others.map(({ record }) => (
                <th key={codeText(record)} scope="col">
                  {nameOf(record.supplier)} <span class="mono dim">{record.code}</span>
                  <div>{record.name}</div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ record: a }, row) => (
              <tr key={codeText(a)}>
                <th scope="row">
                  {nameOf(a.supplier)} <span class="mono dim">{a.code}</span>
                  <div>{a.name}</div>
                </th>
                {others.map(({ record: b }, column) => (
                  <td key={codeText(b)}>
                    {isShown(a, b) ? (
                      <strong>shown</strong>
                    ) : isOne && column <= row ? (
                      <span class="dim">–</span>
                    ) : (
                      <a
                        href={linkTo(['review', 'pair'], { a: codeText(a), b: codeText(b) })}
                        aria-label={`Compare ${codeText(a)} and ${codeText(b)}`}
                      >
                        compare
                      </a>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown < total && <p class="small dim">{count(total - shown)} more pairs are not listed.</p>}
    </div>
  )
}

function recordsOf({ product, linked }: PairColumn): readonly LinkedRecord[] {
  const { records } = product
  if (records.length <= MAX_RECORDS) return records
  return [linked, ...records.filter((each) => each !== linked)].slice(0, MAX_RECORDS)
}

function pairsOf(isOne: boolean, rows: number, columns: number): number {
  return isOne ? (rows * (rows - 1)) / 2 : rows * columns
}
