import type { JSX } from 'preact'
import { distanceMeters } from '../../data/distance.ts'
import { markDifferences, type Piece } from '../../data/mark-differences.ts'
import type { ProductDetails } from '../../data/product.ts'
import { fieldsOf, namesOf, pointOf } from '../../data/record-fields.ts'
import { ProductLink } from '../../ui/marks.tsx'
import { meters, words } from '../../ui/show-values.ts'

/** Two products, field by field; the words that only one of them has are marked. */
export function PairView({ products }: { readonly products: readonly [ProductDetails, ProductDetails] }): JSX.Element {
  const [one, other] = products
  const fields = products.map((product) => new Map(fieldsOf(product).map(({ name, text }) => [name, text])))
  const names = namesOf(products.map(fieldsOf)).filter((name) => name !== 'coordinates')
  const [a, b] = [pointOf(one), pointOf(other)]
  return (
    <table class="pair">
      <caption class="hidden-text">The two products side by side</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden-text">Field</span>
          </th>
          {products.map((product) => (
            <th key={product.utpid} scope="col">
              <ProductLink utpid={product.utpid} />
              <div class="dim small">
                {product.suppliers.map(({ name }) => name).join(', ')}
                {product.verified ? ', verified' : ''}
              </div>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const [left = '', right = ''] = fields.map((texts) => texts.get(name))
          // One side that says nothing differs in nothing.
          const isBoth = left !== '' && right !== ''
          const [inLeft, inRight] = isBoth ? markDifferences(left, right) : [plain(left), plain(right)]
          return (
            <tr key={name}>
              <th scope="row">{words(name)}</th>
              <Cell pieces={inLeft} />
              <Cell pieces={inRight} />
            </tr>
          )
        })}
        <tr>
          <th scope="row">distance</th>
          <td colSpan={2}>
            {a !== undefined && b !== undefined ? (
              meters(distanceMeters(a, b))
            ) : (
              <span class="dim">
                unknown: {a === undefined && b === undefined ? 'neither' : 'only one'} has coordinates
              </span>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
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
