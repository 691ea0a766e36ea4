import { parseRecord } from '@utpid/core'
import { extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import type { SupplierRecords } from '../../src/index.ts'

/** Returns the records of generated feeds by supplier. */
export function generatedSuppliers(seed: number, products: number, suppliers = 2): SupplierRecords[] {
  const bySupplier = new Map<string, RecordFeatures[]>()
  for (const row of generateFeeds({ seed, products, suppliers, mix: 'bedbank' }).records) {
    const parsed = parseRecord(toRecord({ ...row }))
    if (!('record' in parsed)) continue
    const { supplier: _, code: __, ...content } = parsed.record
    bySupplier.set(row.source, [...(bySupplier.get(row.source) ?? []), extractFeatures(content)])
  }
  return [...bySupplier].map(([supplier, records]) => ({ supplier, records }))
}
