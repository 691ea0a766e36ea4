import type { ProductRow } from '@utpid/core'
import { unseal } from './row-encoding.ts'

/** As JSON has them in front of a product. */
const ID: Buffer = Buffer.from('{"id":')
const REVISION: Buffer = Buffer.from(',"revision":')
const ZERO = 0x30
const NINE = 0x39
const COMMA = 0x2c

/** The revision of a product as `encodeJson` wrote it, mostly without reading the rest: a step asks for nothing else of it. */
export function productRevision(value: Buffer, what: () => string): number {
  const body = unseal(value, what)
  const revisionAt = digitsEnd(body, ID.length) + REVISION.length
  const end = digitsEnd(body, revisionAt)
  const isInFront =
    body.subarray(0, ID.length).equals(ID) && body.subarray(revisionAt - REVISION.length, revisionAt).equals(REVISION)
  if (isInFront && end > revisionAt && body[end] === COMMA) return Number(body.toString('latin1', revisionAt, end))
  return (JSON.parse(body.toString('utf8')) as Pick<ProductRow, 'revision'>).revision
}

/** Where the digits end that begin at a position. */
function digitsEnd(body: Buffer, from: number): number {
  let at = from
  while (at < body.length && (body[at] as number) >= ZERO && (body[at] as number) <= NINE) at++
  return at
}
