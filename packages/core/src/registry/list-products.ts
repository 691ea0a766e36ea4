import type { Location } from '../model/place.ts'
import type { Located, Product } from '../model/product.ts'
import type { ProductId } from '../model/utpid.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../storage/rows.ts'
import { copyData } from './copy-data.ts'
import { lineageOf, locatedBy } from './read-products.ts'
import type { RegistryContext } from './registry-context.ts'

/** What a list shows of a product: what its row says, without its records. */
export interface ListedProduct
  extends Pick<
    Product,
    'utpid' | 'name' | 'category' | 'verified' | 'confidence' | 'suppliers' | 'duplicates' | 'lastUpdated' | 'revision'
  > {
  readonly location: Pick<Location, 'city' | 'country' | 'coordinates'>
  /** Id of the supplier whose record gave it its name; absent when a person did. */
  readonly namedBy?: string
}

/** Where an identifier leads, and what is there. */
export interface Shown {
  readonly located: Located
  /** Present when it leads to an active product; without who named it. */
  readonly product?: ListedProduct
}

/** The product of a UTPID or alias as a list shows it; undefined when it was never known. */
export async function showProduct(context: RegistryContext, utpid: string): Promise<Shown | undefined> {
  const lineage = await lineageOf(context, utpid)
  if (lineage === undefined) return undefined
  const located = await locatedBy(context, lineage)
  if (located.status !== 'active') return { located }
  const [row] = await context.ledger.getProducts([lineage.id])
  return row === undefined ? { located } : { located, product: listedProduct(context, row, undefined) }
}

/** Active products as a list shows them, in input order. Reads a tenth of what it takes to read products whole. */
export async function listProducts(
  context: RegistryContext,
  ids: readonly ProductId[],
): Promise<(ListedProduct | undefined)[]> {
  const rows = await readInChunks(ids, (chunk) => context.ledger.getProducts(chunk))
  await learnSuppliers(context, rows)
  return rows.map((row) => (row === undefined ? undefined : listedProduct(context, row, namingSupplier(context, row))))
}

/** Reads the records whose suppliers are not known yet. */
async function learnSuppliers(
  { ledger, recordSuppliers }: RegistryContext,
  rows: readonly (ProductRow | undefined)[],
): Promise<void> {
  const unknown: RecordId[] = []
  for (const row of rows) {
    const naming = row?.provenance.name
    // Of one supplier there is nothing to tell apart.
    if (row === undefined || naming === undefined || row.suppliers.length < 2) continue
    if (recordSuppliers.get(naming) === undefined) unknown.push(naming)
  }
  const records = await readInChunks(unknown, (chunk) => ledger.getRecords(chunk))
  for (const found of records) if (found !== undefined) recordSuppliers.set(found.row.id, found.row.record.supplier)
}

function namingSupplier(
  { recordSuppliers }: RegistryContext,
  { provenance, suppliers }: ProductRow,
): string | undefined {
  const naming = provenance.name
  if (naming === undefined) return undefined
  return suppliers.length < 2 ? suppliers[0] : recordSuppliers.get(naming)
}

function listedProduct(
  { format, suppliers }: RegistryContext,
  row: ProductRow,
  namedBy: string | undefined,
): ListedProduct {
  const { name, category, city, country, coordinates } = row.shown
  return {
    utpid: format.format(row.id),
    name,
    category,
    location: {
      ...(city === undefined ? {} : { city }),
      ...(country === undefined ? {} : { country }),
      ...(coordinates === undefined ? {} : { coordinates: copyData(coordinates) }),
    },
    verified: row.verified,
    confidence: row.confidence / 10_000,
    suppliers: row.suppliers.map((id) => ({ id, name: suppliers.get(id)?.name ?? id })),
    ...(namedBy === undefined ? {} : { namedBy }),
    duplicates: row.duplicates,
    lastUpdated: row.lastUpdated,
    revision: row.revision,
  }
}
