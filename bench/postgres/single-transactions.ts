import { LIMITS } from '@utpid/core'
import {
  type Commit,
  emptyCommit,
  type Ledger,
  PRODUCT_ID_LIMIT,
  type ProductRow,
  type RecordRow,
  type StoredRecord,
} from '@utpid/core/storage'
import { seededRandom } from '../harness/seeded-random.ts'

const AT = '2026-01-01T00:00:00.000Z'

/** Creates transactions of one record each: stored records and their products, each with a new id. */
export async function singleTransactions(ledger: Ledger, seed: number): Promise<() => Commit> {
  const samples = (await ledger.scanRecords(-1, LIMITS.rowsPerPage)).filter(({ link }) => link !== undefined)
  const products = await ledger.getProducts(samples.map(({ link }) => link?.productId as number))
  const random = seededRandom(seed)
  const { change: base } = await ledger.head()
  let made = 0
  return () => {
    const place = made++ % samples.length
    // Almost certainly no product has this id.
    const id = Math.floor(random() * PRODUCT_ID_LIMIT)
    return newProduct(samples[place] as StoredRecord, products[place] as ProductRow, id, base)
  }
}

function newProduct({ row, link }: StoredRecord, product: ProductRow, id: number, base: number): Commit {
  return {
    ...emptyCommit(AT, base),
    records: [{ ...row, id, revision: 1, record: { ...row.record, code: `bench-${id}` } }],
    links: [{ ...(link as NonNullable<typeof link>), recordId: id, productId: id }],
    products: [{ ...product, id, revision: 1, records: [id], mintedChange: 0 }],
    lineage: [{ id, status: 'active', mintedChange: 0, history: [{ change: 0, at: AT, kind: 'minted' }] }],
    counters: countersOf(row, product),
    preconditions: { records: [[id, 0]], products: [[id, 0]], keys: [] },
  }
}

/** Returns the counters of one more record and product. A replica compares the counters with its rows. */
function countersOf({ record, copy }: RecordRow, product: ProductRow): Record<string, number> {
  const { verified, goldenRecord, suppliers, confidence } = product
  return {
    products: 1,
    ...(verified ? { 'products.verified': 1 } : {}),
    [`products.category.${goldenRecord.category}`]: 1,
    [`products.country.${goldenRecord.country ?? 'ZZ'}`]: 1,
    ...Object.fromEntries(suppliers.map((supplier) => [`products.supplier.${supplier}`, 1])),
    'confidence.sum': confidence,
    [`confidence.bin.${Math.min(19, Math.floor(confidence / 500))}`]: 1,
    records: 1,
    [`records.supplier.${record.supplier}`]: 1,
    ...(copy === true ? { 'records.copies': 1 } : {}),
  }
}
