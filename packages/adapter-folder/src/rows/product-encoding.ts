import type { ProductId } from '@utpid/core'
import type { ProductRow } from '@utpid/core/storage'
import { productContent, productOf } from '@utpid/core/storage'
import { seal, unseal } from './row-encoding.ts'

const CONTENT_AT = 8

/** Encodes a product: revision (8 bytes), then the rest of the row without its id, which is its key. */
export function encodeProduct(row: ProductRow): Buffer {
  const content = Buffer.from(productContent(row))
  const body = Buffer.allocUnsafe(CONTENT_AT + content.length)
  body.writeDoubleLE(row.revision, 0)
  body.set(content, CONTENT_AT)
  return seal(body)
}

/** @throws `storage_version`, `storage_corrupt` */
export function decodeProduct(value: Buffer, id: ProductId): ProductRow {
  const body = unseal(value, () => nameOf(id))
  return productOf({ id, revision: body.readDoubleLE(0), content: body.toString('utf8', CONTENT_AT) })
}

/** Returns the revision of a product, the only field that a transaction needs. */
export function decodeProductRevision(value: Buffer, id: ProductId): number {
  return unseal(value, () => nameOf(id)).readDoubleLE(0)
}

function nameOf(id: ProductId): string {
  return `Product ${id}`
}
