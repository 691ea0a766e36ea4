import { type GridCell, spatialPrefix } from '../geo/grid-cell.ts'
import type { BlockingKey } from '../storage/rows.ts'
import { hashText, hashText53 } from '../text/hash.ts'

/** 2^27: the hash below the place. */
const CONTENT_LIMIT = 134_217_728

/**
 * A key that belongs to a place: 26 bits of place above 27 bits of a hash of cell and content,
 * so that the order of keys is spatial.
 *
 * @param salt - The index version: keys of two versions have nothing in common.
 */
export function placedKey(cell: GridCell, content: string, salt: number): BlockingKey {
  const hash = hashText(`${cell.row}:${cell.column}:${content}`, salt)
  return spatialPrefix(cell) * CONTENT_LIMIT + (hash % CONTENT_LIMIT)
}

/** A key without a place: a hash of 53 bits. */
export function exactKey(content: string, salt: number): BlockingKey {
  return hashText53(content, salt)
}
