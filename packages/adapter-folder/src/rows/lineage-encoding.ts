import type { ProductId } from '@utpid/core'
import type { LineageRow } from '@utpid/core/storage'
import { lineageContent, lineageOf } from '@utpid/core/storage'
import { seal, unseal } from './row-encoding.ts'

/** Encodes a lineage without its product id, which is its key. */
export function encodeLineage(row: LineageRow): Buffer {
  return seal(Buffer.from(lineageContent(row)))
}

/** @throws `storage_version`, `storage_corrupt` */
export function decodeLineage(value: Buffer, id: ProductId): LineageRow {
  const content = unseal(value, () => `Lineage of product ${id}`).toString('utf8')
  return lineageOf({ id, content })
}
