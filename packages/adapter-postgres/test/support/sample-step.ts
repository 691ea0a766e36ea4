import { type Commit, emptyCommit } from '@utpid/core/storage'

const AT = '2026-03-01T12:00:00.000Z'

/** Returns a transaction that creates a record and its product, both with this id, if neither exists. */
export function newProduct(id: number, parts: Partial<Commit> = {}): Commit {
  return {
    ...emptyCommit(AT, 0),
    records: [
      {
        id,
        revision: 1,
        record: { supplier: 'alpha', code: `A${id}`, name: `Hotel ${id}` },
        contentHash: '00000000000000aa',
        features: Uint8Array.of(1, 2, 3),
        keys: [id],
        firstSeenAt: AT,
        updatedAt: AT,
      },
    ],
    links: [
      {
        recordId: id,
        productId: id,
        method: 'created',
        confidence: 10_000,
        since: AT,
        model: 'sample-1',
        tfVersion: 0,
      },
    ],
    products: [
      {
        id,
        revision: 1,
        goldenRecord: { name: `Hotel ${id}`, category: 'hotel' },
        provenance: { name: id },
        records: [id],
        suppliers: ['alpha'],
        verified: false,
        confidence: 9_900,
        duplicates: 0,
        rank: 0,
        terms: ['n:hotel'],
        mintedChange: 0,
        lastUpdated: AT,
      },
    ],
    lineage: [{ id, status: 'active', mintedChange: 0, history: [{ change: 0, at: AT, kind: 'minted' }] }],
    counters: { products: 1 },
    preconditions: { records: [[id, 0]], products: [[id, 0]], keys: [] },
    ...parts,
  }
}
