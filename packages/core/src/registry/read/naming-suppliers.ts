import { hashText } from '../../encoding/hash.ts'
import { FeatureView } from '../../features/codec/feature-view.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** A product of several suppliers, with the record that provided its name. */
interface NamedProduct {
  readonly record: RecordId
  readonly suppliers: readonly string[]
}

/**
 * Returns the id of the supplier whose record provided the name, for each product. The id is undefined if a person set
 * the name or the product is missing.
 */
export async function namingSuppliers(
  context: RegistryContext,
  rows: readonly (ProductRow | undefined)[],
): Promise<(string | undefined)[]> {
  const { recordSuppliers } = context
  // The suppliers are not in the cache, since two records of a page may share a slot of the cache.
  const known = new Map<RecordId, string>()
  const unknown: NamedProduct[] = []
  for (const row of rows) {
    const record = row?.provenance.name
    // A product of only one supplier needs no lookup.
    if (row === undefined || record === undefined || row.suppliers.length < 2) continue
    const supplier = recordSuppliers.get(record)
    if (supplier === undefined) unknown.push({ record, suppliers: row.suppliers })
    else known.set(record, supplier)
  }
  for (const [record, supplier] of await suppliersOf(context, unknown)) {
    recordSuppliers.set(record, supplier)
    known.set(record, supplier)
  }
  return rows.map((row) => {
    const record = row?.provenance.name
    if (row === undefined || record === undefined) return undefined
    return row.suppliers.length < 2 ? row.suppliers[0] : known.get(record)
  })
}

/**
 * Reads the suppliers of records. Features in memory often identify the supplier. This avoids reading record rows that
 * are scattered over a large file.
 */
async function suppliersOf(context: RegistryContext, unknown: readonly NamedProduct[]): Promise<[RecordId, string][]> {
  const features = await featuresOf(context, unknown)
  const found: [RecordId, string][] = []
  const others: RecordId[] = []
  for (const [at, { record, suppliers }] of unknown.entries()) {
    const supplier = supplierIn(context, features[at], suppliers)
    if (supplier === undefined) others.push(record)
    else found.push([record, supplier])
  }
  const read = await readInChunks(others, (chunk) => context.ledger.suppliersOf(chunk))
  for (const [at, supplier] of read.entries()) {
    if (supplier !== undefined) found.push([others[at] as RecordId, supplier])
  }
  return found
}

/**
 * Returns the features of records that are in memory. The result is empty if no features are in memory, or if this
 * registry cannot read their index version.
 */
async function featuresOf(
  { index, active }: RegistryContext,
  named: readonly NamedProduct[],
): Promise<readonly (Uint8Array | undefined)[]> {
  if (named.length === 0 || index.features === undefined) return []
  if (active.indexVersion !== active.rules.version) return []
  return await readInChunks(named, async (chunk) => (await index.features?.(chunk.map(({ record }) => record))) ?? [])
}

const view = new FeatureView()

/** Returns the supplier that matches, if exactly one supplier matches. */
function supplierIn(
  { active }: RegistryContext,
  features: Uint8Array | undefined,
  suppliers: readonly string[],
): string | undefined {
  if (features === undefined || active.rules.readView === undefined) return undefined
  try {
    active.rules.readView(view, features, 0, features.length)
  } catch (error) {
    // The features belong to a newer index version that was swapped in a short time ago.
    if (error instanceof TypeError) return undefined
    throw error
  }
  const { supplier } = view
  const matching = suppliers.filter((id) => hashText(id) === supplier)
  return matching.length === 1 ? matching[0] : undefined
}
