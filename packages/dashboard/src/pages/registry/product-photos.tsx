import type { JSX } from 'preact'
import { imagesOf } from '../../data/product/images.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'
import { codeText } from '../../data/product/record-code.ts'
import { supplierNames } from '../../data/product/supplier-names.ts'
import { Photos } from '../../ui/photos.tsx'

/** The photos of a product, by record. Undefined if no record has photos. */
export function productPhotos(product: ProductDetails): JSX.Element | undefined {
  const nameOf = supplierNames([product])
  const withPhotos = product.records
    .map(({ record }) => ({ record, images: imagesOf(record) }))
    .filter(({ images }) => images.length > 0)
  if (withPhotos.length === 0) return undefined
  return (
    <div class="stack">
      {withPhotos.map(({ record, images }) => (
        <div key={codeText(record)}>
          <div class="small">
            {nameOf(record.supplier)} <span class="mono dim">{record.code}</span>
          </div>
          <Photos images={images} of={nameOf(record.supplier)} />
        </div>
      ))}
    </div>
  )
}
