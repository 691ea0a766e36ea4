import { RegistryError } from '@utpid/core'

/** Returns the header `Link` that points to the next page. */
export function nextLink(url: URL, cursor: string): string {
  const next = new URL(url)
  next.searchParams.delete('offset')
  next.searchParams.set('cursor', cursor)
  return `<${next.pathname}${next.search}>; rel="next"`
}

/** Pattern of an offset cursor. */
export const OFFSET_CURSOR: RegExp = /^b[A-Za-z0-9_-]{2,13}$/

/** Returns the cursor of an offset. */
export function offsetCursor(offset: number): string {
  return Buffer.from(`o${offset}`).toString('base64url')
}

/** Returns the offset of a cursor. @throws `invalid_cursor` */
export function offsetOfCursor(cursor: string): number {
  const [, offset] = /^o(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (offset !== undefined) return Number(offset)
  throw new RegistryError('invalid_cursor', 'The cursor is not from this list; start without a cursor.')
}
