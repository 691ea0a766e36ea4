import type { JSX } from 'preact'
import { distanceMeters } from '../../data/product/distance.ts'
import { imagesOf } from '../../data/product/images.ts'
import { markDifferences, type Piece } from '../../data/product/mark-differences.ts'
import { codeText } from '../../data/product/record-code.ts'
import { extraName, pointOf, textOf } from '../../data/product/record-fields.ts'
import { ProductLink } from '../../ui/marks.tsx'
import { Photos } from '../../ui/photos.tsx'
import { count, meters, words } from '../../ui/show-values.ts'
import type { FieldComparison, FieldMark } from './field-marks.ts'
import { type PairColumn, type PairRow, rowsOf } from './shown-pair.ts'

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
            <th key={codeText(column.linked.record)} scope="col">
              <RecordHead column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <PhotosRow columns={columns} />
        {rows.map((row) => (
          <FieldRow key={row.name} row={row} columns={columns} isBlind={comparisons === undefined} />
        ))}
        <ProductRow label="pinned" columns={columns} show={pinsOf} />
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
  const extra = extraName(name)
  // A missing value is not marked as different.
  const isMarked = !isDistance && mark !== 'same' && mark !== 'missing'
  const [inLeft, inRight] = isMarked ? markDifferences(left, right) : [plain(left), plain(right)]
  return (
    <tr class={`is-${mark}`} data-field={name}>
      <th scope="row">
        {isDistance ? 'distance' : extra === undefined ? words(name) : <FieldOfSupplier name={extra} />}
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

/** Shows the photos of both records, or links to the photos. */
function PhotosRow({ columns }: { readonly columns: readonly [PairColumn, PairColumn] }): JSX.Element | null {
  const images = columns.map(({ linked }) => imagesOf(linked.record))
  if (images.every((each) => each.length === 0)) return null
  return (
    <tr data-field="photos">
      <th scope="row">photos</th>
      {columns.map(({ linked, supplierName }, at) => (
        <td key={codeText(linked.record)}>
          {images[at]?.length === 0 ? '–' : <Photos images={images[at] ?? []} of={supplierName} />}
        </td>
      ))}
    </tr>
  )
}

/** Shows the name of a field that the registry keeps as received. */
function FieldOfSupplier({ name }: { readonly name: string }): JSX.Element {
  return (
    <>
      <span class="mono">{name}</span>
      <div class="field-mark">as received</div>
    </>
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
        <td key={String(at)} class="dim">
          {lines.length === 0 ? '–' : lines.map((line) => <div key={line}>{line}</div>)}
        </td>
      ))}
    </tr>
  )
}

function pinsOf({ product: { pins = {} } }: PairColumn): string[] {
  return Object.entries(pins).map(([name, { value }]) => `${words(name)}: ${textOf(value)}`)
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
