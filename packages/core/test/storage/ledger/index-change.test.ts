import { expect, test } from 'vitest'
import { emptyCommit } from '../../../src/storage/commit.ts'
import { indexChangeOf } from '../../../src/storage/ledger/index-change.ts'
import type { LinkRow, RecordRow } from '../../../src/storage/rows.ts'

const AT = '2026-01-01T00:00:00.000Z'

function record(id: number, deactivatedAt?: string): RecordRow {
  return {
    id,
    revision: 2,
    record: { supplier: 'a', code: String(id), name: 'Parc' },
    contentHash: '',
    features: Uint8Array.of(id),
    keys: deactivatedAt === undefined ? [id] : [],
    firstSeenAt: AT,
    updatedAt: AT,
    ...(deactivatedAt === undefined ? {} : { deactivatedAt }),
  }
}

function link(recordId: number, productId: number): LinkRow {
  return { recordId, productId, method: 'model', confidence: 9_900, since: AT, model: 'm', tfVersion: 0 }
}

test('a transaction passes new rows, moved rows and removed rows to an index', () => {
  const change = indexChangeOf(
    {
      ...emptyCommit(AT, 4),
      records: [record(1), record(2, AT)],
      links: [link(1, 10), link(3, 10)],
      unlinked: [2],
      removedProducts: [11],
    },
    5,
  )
  expect(change).toEqual({
    change: 5,
    records: [{ id: 1, productId: 10, revision: 2, features: Uint8Array.of(1), keys: [1] }],
    moved: [[3, 10]],
    removedRecords: [2],
    products: [],
    removedProducts: [11],
  })
})
