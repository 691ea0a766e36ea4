import { crc32 } from 'node:zlib'
import type { EdgeRow, JudgementRow, LineageRow, LinkRow } from '@utpid/core/storage'
import { encodeTime } from '@utpid/core/storage'
import { expect, it } from 'vitest'
import { EDGES } from '../../src/ledger/edge-encoding.ts'
import { JUDGEMENTS } from '../../src/ledger/judgement-encoding.ts'
import { decodeLineage, encodeLineage } from '../../src/rows/lineage-encoding.ts'
import { decodeLink, decodeLinkedProduct, encodeLink } from '../../src/rows/link-encoding.ts'
import { decodeJson, ENCODING_VERSION, seal } from '../../src/rows/row-encoding.ts'

const AT = '2026-11-25T10:00:00.000Z'
const LINK: LinkRow = {
  recordId: 3,
  productId: 5,
  method: 'model',
  confidence: 9_812,
  since: AT,
  model: '2026-11-2',
  tfVersion: 4,
}
const EDGE: EdgeRow = { a: 3, b: 4, weight: -120, confidence: 8_000, model: '2026-11-2', tfVersion: 0 }
const JUDGEMENT: JudgementRow = {
  a: 3,
  b: 4,
  verdict: 'different',
  actor: 'ann',
  at: AT,
  change: 9,
  note: 'two houses',
}
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

it('decodes links, edges, judgements and lineages', () => {
  const link = encodeLink(LINK)
  encodeTime('another time')
  expect(decodeLink(link, 3)).toEqual(LINK)
  expect(decodeLinkedProduct(link, 3)).toBe(5)
  const what = (): string => 'It'
  expect(EDGES.decode(EDGES.encode(EDGE), 3, 4, what)).toEqual(EDGE)
  expect(JUDGEMENTS.decode(JUDGEMENTS.encode(JUDGEMENT), 3, 4, what)).toEqual(JUDGEMENT)
  for (const lineage of [MINTED, MERGED]) expect(decodeLineage(encodeLineage(lineage), 5)).toEqual(lineage)
})

it('rejects rows of a newer utpid', () => {
  expect(() => decodeJson(sealedAs(ENCODING_VERSION + 1, true), 'It')).toThrow(
    expect.objectContaining({ code: 'storage_version', message: expect.stringMatching(/Upgrade/) }),
  )
})

it.each([1, 2])('rejects rows of an earlier utpid in encoding %d, with advice', (version) => {
  expect(() => decodeJson(sealedAs(version, false), 'It')).toThrow(
    expect.objectContaining({ code: 'storage_outdated', message: expect.stringMatching(/restore it with this one/) }),
  )
})

it.each([0, 1, 2, ENCODING_VERSION + 1, 255])('treats a version changed to %d as damage', (version) => {
  const value = seal(Buffer.from('{}'))
  value[0] = version
  expect(() => decodeJson(value, 'It')).toThrow(expect.objectContaining({ code: 'storage_corrupt' }))
})

/** Seals a value like another version of utpid, with or without the version byte in the checksum. */
function sealedAs(version: number, isCovered: boolean): Buffer {
  const body = Buffer.from('{}')
  const value = Buffer.concat([Buffer.from([version, 0, 0, 0, 0]), body])
  value.writeUInt32LE(crc32(body, isCovered ? crc32(Uint8Array.of(version)) : 0), 1)
  return value
}
