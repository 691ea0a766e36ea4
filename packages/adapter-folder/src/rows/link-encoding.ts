import type { ProductId } from '@utpid/core'
import type { LinkRow, RecordId } from '@utpid/core/storage'
import { decodeTime, encodeTime } from '@utpid/core/storage'
import { decodeJson, encodeJson } from './row-encoding.ts'

/** A link without its record id, which is its key. */
type StoredLink = readonly [
  productId: ProductId,
  method: LinkRow['method'],
  confidence: number,
  since: string,
  model: string,
  epoch: number,
]

export function encodeLink({ productId, method, confidence, since, model, tfVersion }: LinkRow): Buffer {
  return encodeJson([productId, method, confidence, encodeTime(since), model, tfVersion] satisfies StoredLink)
}

/** @throws `storage_version`, `storage_corrupt` */
export function decodeLink(value: Buffer, recordId: RecordId): LinkRow {
  const [productId, method, confidence, since, model, tfVersion] = decodeJson<StoredLink>(value, () => nameOf(recordId))
  return { recordId, productId, method, confidence, since: decodeTime(since), model, tfVersion }
}

/** Returns only the product of a link. */
export function decodeLinkedProduct(value: Buffer, recordId: RecordId): ProductId {
  return decodeJson<StoredLink>(value, () => nameOf(recordId))[0]
}

function nameOf(recordId: RecordId): string {
  return `Link of record ${recordId}`
}
