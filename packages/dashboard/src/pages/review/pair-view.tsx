import type { JSX } from 'preact'
import { distanceMeters } from '../../data/product/distance.ts'
import { markDifferences, type Piece } from '../../data/product/mark-differences.ts'
import { pointOf, textOf } from '../../data/product/record-fields.ts'
import { ProductLink } from '../../ui/marks.tsx'
import { count, meters, words } from '../../ui/show-values.ts'
import type { FieldComparison, FieldMark } from './field-marks.ts'
import { othersOf, type PairColumn, type PairRow, rowsOf } from './shown-pair.ts'

const MAX_OTHERS = 6

/** Symbols and texts of marks, which readers can distinguish without colours. */
const SIGNS: Readonly<Record<FieldMark, readonly [sign: string, text: string]>> = {
  same: ['=', 'same'],
  otherwise: ['~', 'written otherwise'],
  near: ['≈', 'nearly the same'],
  different: ['≠', 'different'],
  missing: ['–', 'missing'],
  uncompared: ['·', 'not compared'],
}

/** Shows two records field by field, with marks. Highlights words that differ. */
export function PairView({
  columns,
  comparisons,
}: {
  readonly columns: readonly [PairColumn, PairColumn]
  /** Comparisons of the explanation. Undefined if the comparisons are hidden; marks then depend only on the texts. */
  readonly comparisons: readonly FieldComparison[] | undefined
}): JSX.Element {
  const rows = rowsOf(columns, comparisons ?? [])
  return (
    <table class="pair">
      <caption class="hidden-text">The two records side by side</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden-text">Field</span>
          </th>
          {columns.map((column) => (
            <th key={column.product.utpid} scope="col">
              <RecordHead column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FieldRow key={row.name} row={row} columns={columns} isBlind={comparisons === undefined} />
        ))}
        <ProductRow label="pinned" columns={columns} show={pinsOf} />
        <ProductRow label="other records" columns={columns} show={otherTexts} />
      </tbody>
    </table>
  )
}

/** Shows supplier, code and product of a record. */
function RecordHead({ column: { product, linked, supplierName } }: { readonly column: PairColumn }): JSX.Element {
  return (
    <>
      <div>
        {supplierName} <span class="mono record-code">{linked.record.code}</span>
      </div>
      <div class="dim small">
        <ProductLink utpid={product.utpid} />, {count(product.records.length)}{' '}
        {product.records.length === 1 ? 'record' : 'records'}
        {product.verified ? ', verified' : ''}
      </div>
    </>
  )
}

function FieldRow({
  row: { name, left, right, mark, levels },
  columns,
  isBlind,
}: {
  readonly row: PairRow
  readonly columns: readonly [PairColumn, PairColumn]
  readonly isBlind: boolean
}): JSX.Element {
  const [sign, text] = SIGNS[mark]
  const isDistance = name === 'coordinates'
  // A missing value is not marked as different.
  const isMarked = !isDistance && mark !== 'same' && mark !== 'missing'
  const [inLeft, inRight] = isMarked ? markDifferences(left, right) : [plain(left), plain(right)]
  return (
    <tr class={`is-${mark}`} data-field={name}>
      <th scope="row">
        {isDistance ? 'distance' : words(name)}
        {!(isBlind && mark === 'uncompared') && (
          <div class="field-mark">
            <span aria-hidden="true">{sign}</span> {text}
            {levels.length > 0 && <span class="level">{levels.join(', ')}</span>}
          </div>
        )}
      </th>
      {isDistance && mark !== 'missing' ? (
        <td colSpan={2}>{distanceText(columns)}</td>
      ) : (
        <>
          <Cell pieces={inLeft} />
          <Cell pieces={inRight} />
        </>
      )}
    </tr>
  )
}

/** Shows a row about the two products, not about the two records. */
function ProductRow({
  label,
  columns,
  show,
}: {
  readonly label: string
  readonly columns: readonly [PairColumn, PairColumn]
  readonly show: (column: PairColumn) => readonly string[]
}): JSX.Element | null {
  const texts = columns.map(show)
  if (texts.every((each) => each.length === 0)) return null
  return (
    <tr>
      <th scope="row">{label}</th>
      {texts.map((lines, at) => (
        <td key={columns[at]?.product.utpid} class="dim">
          {lines.length === 0 ? '–' : lines.map((line) => <div key={line}>{line}</div>)}
        </td>
      ))}
    </tr>
  )
}

function pinsOf({ product: { pins = {} } }: PairColumn): string[] {
  return Object.entries(pins).map(([name, { value }]) => `${words(name)}: ${textOf(value)}`)
}

function otherTexts(column: PairColumn): string[] {
  const others = othersOf(column)
  const shown = others.slice(0, MAX_OTHERS).map(({ record }) => `${record.supplier} ${record.code}: ${record.name}`)
  const more = others.length - shown.length
  return more > 0 ? [...shown, `and ${count(more)} more`] : shown
}

function distanceText(columns: readonly [PairColumn, PairColumn]): string {
  const [a, b] = columns.map(({ linked }) => pointOf(linked.record))
  return a === undefined || b === undefined ? '' : meters(distanceMeters(a, b))
}

function Cell({ pieces }: { readonly pieces: readonly Piece[] }): JSX.Element {
  if (pieces.length === 0) return <td class="dim">–</td>
  return (
    <td>
      {pieces.map(({ text, isDifferent }) =>
        isDifferent ? (
          <>
            <mark>{text.trimEnd()}</mark>{' '}
          </>
        ) : (
          text
        ),
      )}
    </td>
  )
}

function plain(text: string): Piece[] {
  return text === '' ? [] : [{ text, isDifferent: false }]
}
