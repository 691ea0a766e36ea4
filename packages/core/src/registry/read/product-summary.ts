import { defined } from '../../model/defined.ts'
import type { Coordinates, Location } from '../../model/place.ts'
import type { Product } from '../../model/product.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { GoldenRecord, ProductRow } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { namingSuppliers } from './naming-suppliers.ts'
import { activeProductId, readProducts } from './read-products.ts'

/** The fields of a product that lists show. They come from its row, without its records. */
export interface ProductSummary
  extends Pick<
    Product,
    'utpid' | 'name' | 'category' | 'verified' | 'confidence' | 'suppliers' | 'duplicates' | 'lastUpdated' | 'revision'
  > {
  readonly location: Pick<Location, 'city' | 'country' | 'coordinates'>
  /** Id of the supplier whose record provided the name; absent if a person set the name. */
  readonly namedBy?: string
}

/** Amount of fields of returned products: `summary` has the fields that lists show, and is much faster than `all`. */
export type ProductFields = 'all' | 'summary'

/** A product with these fields. */
export type ProductWith<Fields extends ProductFields> = { all: Product; summary: ProductSummary }[Fields]

/** Selects the fields of returned products. */
export interface FieldsOption<Fields extends ProductFields = ProductFields> {
  /** Default: `all`. */
  readonly fields?: Fields
}

/**
 * Returns the reader of products with these fields. It returns active products in input order.
 *
 * @throws {@link RegistryError} `validation_failed` for other fields.
 */
export function productReader<Fields extends ProductFields>(
  context: RegistryContext,
  fields: Fields | undefined,
): (ids: readonly ProductId[]) => Promise<(ProductWith<Fields> | undefined)[]> {
  type Found = (ProductWith<Fields> | undefined)[]
  if (fields === undefined || fields === 'all') return (ids) => readProducts(context, ids) as Promise<Found>
  if (fields === 'summary') return (ids) => readSummaries(context, ids) as Promise<Found>
  throw validationError(`fields must be "all" or "summary"; this is ${quoted(fields)}.`)
}

/**
 * Returns the product of a UTPID, or the survivor if it was merged; undefined if it was never minted, or was deleted or
 * retired.
 */
export async function getProduct<Fields extends ProductFields>(
  context: RegistryContext,
  utpid: string,
  fields: Fields | undefined,
): Promise<ProductWith<Fields> | undefined> {
  const read = productReader(context, fields)
  const id = await activeProductId(context, utpid)
  return id === undefined ? undefined : (await read([id]))[0]
}

/** Returns active products in input order. This takes a tenth of the time of complete products. */
async function readSummaries(
  context: RegistryContext,
  ids: readonly ProductId[],
): Promise<(ProductSummary | undefined)[]> {
  const rows = await readInChunks(ids, (chunk) => context.ledger.getProducts(chunk))
  const named = await namingSuppliers(context, rows)
  return rows.map((row, at) => (row === undefined ? undefined : summaryOf(context, row, named[at])))
}

function summaryOf(
  { format, suppliers }: RegistryContext,
  row: ProductRow,
  namedBy: string | undefined,
): ProductSummary {
  const { name, category } = row.goldenRecord
  return {
    utpid: format.format(row.id),
    name,
    category,
    location: summaryLocation(row.goldenRecord),
    verified: row.verified,
    confidence: row.confidence / 10_000,
    suppliers: row.suppliers.map((id) => ({ id, name: suppliers.get(id)?.name ?? id })),
    ...defined({ namedBy }),
    duplicates: row.duplicates,
    lastUpdated: row.lastUpdated,
    revision: row.revision,
  }
}

/** Sets fields one by one. Measured: a spread took as long as the rest of the product, twenty times in a search. */
function summaryLocation({ city, country, coordinates }: GoldenRecord): ProductSummary['location'] {
  const location: { city?: string; country?: string; coordinates?: Coordinates } = {}
  if (city !== undefined) location.city = city
  if (country !== undefined) location.country = country
  if (coordinates !== undefined) location.coordinates = [coordinates[0], coordinates[1]]
  return location
}
