import type { EdgeRow, LineageRow, LinkRow, RulingRow } from '@utpid/core'
import { storedTime } from '@utpid/core/adapter'
import { expect, it } from 'vitest'
import { EDGES } from '../../src/durable/edge-encoding.ts'
import { decodeLineage, encodeLineage } from '../../src/durable/lineage-encoding.ts'
import { decodeLink, decodeLinkedProduct, encodeLink } from '../../src/durable/link-encoding.ts'
import { decodeJson, ENCODING_VERSION, seal } from '../../src/durable/row-encoding.ts'
import { RULINGS } from '../../src/durable/ruling-encoding.ts'
import { namedValue } from './support/named-value.ts'

const AT = '2026-11-25T10:00:00.000Z'
const LINK: LinkRow = {
  recordId: 3,
  productId: 5,
  method: 'model',
  confidence: 9_812,
  since: AT,
  model: '2026-11-2',
  epoch: 4,
}
const EDGE: EdgeRow = { a: 3, b: 4, weight: -120, confidence: 8_000, model: '2026-11-2', epoch: 0 }
const RULING: RulingRow = { a: 3, b: 4, verdict: 'different', by: 'ann', at: AT, change: 9, note: 'two houses' }
const MINTED: LineageRow = {
  id: 5,
  status: 'active',
  mintedChange: 2,
  history: [{ change: 2, at: AT, kind: 'minted' }],
}
const MERGED: LineageRow = {
  ...MINTED,
  status: 'merged',
  into: 8,
  history: [...MINTED.history, { change: 7, at: AT, kind: 'merged', other: 8 }],
} as LineageRow

it('tells links, edges, rulings and lineages again, now and of the first encoding', () => {
  for (const encode of [encodeLink, namedValue]) {
    const link = encode(LINK)
    storedTime('another time')
    expect(decodeLink(link, 3)).toEqual(LINK)
    expect(decodeLinkedProduct(encode(LINK), 3)).toBe(5)
  }
  const what = (): string => 'It'
  for (const encode of [EDGES.encode, namedValue]) expect(EDGES.decode(encode(EDGE), 3, 4, what)).toEqual(EDGE)
  for (const encode of [RULINGS.encode, namedValue]) expect(RULINGS.decode(encode(RULING), 3, 4, what)).toEqual(RULING)
  for (const lineage of [MINTED, MERGED]) {
    for (const encode of [encodeLineage, namedValue]) expect(decodeLineage(encode(lineage), 5)).toEqual(lineage)
  }
})

it('refuses what a newer utpid wrote', () => {
  const value = seal(Buffer.from('{}'))
  value[0] = ENCODING_VERSION + 1
  expect(() => decodeJson(value, 'It')).toThrow(expect.objectContaining({ code: 'storage_version' }))
})
