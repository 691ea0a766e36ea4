import type { ProductId } from '../../model/utpid.ts'
import type { ExportFacts } from '../../storage/bulk-load.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import type { RecordId } from '../../storage/rows.ts'
import { IdMap } from '../context/id-map.ts'

const INITIAL_LISTED = 1 << 12
const ACTIVE = 1

/**
 * Checks that the rows of an export are consistent. Each record must be linked to the product that lists it, and the
 * active products of the lineage must be exactly these products. The class stores only ids of records and products, in
 * typed arrays.
 */
export class ExportCrossCheck {
  /** The product of each record. */
  readonly #links = new IdMap()
  /**
   * For each product, a position in `#listed`. At this position, the array contains the number of the product's
   * records, followed by their ids.
   */
  readonly #products = new IdMap()
  readonly #active = new IdMap()
  #listed: Float64Array = new Float64Array(INITIAL_LISTED)
  #listedLength = 0

  /** Adds a row. Call this method in the order of the export: if two rows have the same key, the later row applies. */
  take(row: LedgerRow): void {
    switch (row.kind) {
      case 'record':
        this.#link(row.row.id, row.link?.productId)
        return
      case 'product':
        this.#product(row.row.id, row.row.records)
        return
      case 'removed':
        this.#products.delete(row.product)
        return
      case 'lineage':
        this.#lineage(row.row.id, row.row.status === 'active')
        return
      default:
        return
    }
  }

  /** Adds facts of rows that another parser has read, for example a parser in another thread. */
  takeFacts({ links, products, lineages }: ExportFacts): void {
    for (let at = 0; at < links.length; at += 2) {
      const product = links[at + 1] as number
      this.#link(links[at] as number, product < 0 ? undefined : product)
    }
    for (let at = 0; at < products.length; ) {
      const end = at + 2 + (products[at + 1] as number)
      this.#product(products[at] as number, products.subarray(at + 2, end))
      at = end
    }
    for (let at = 0; at < lineages.length; at += 2) this.#lineage(lineages[at] as number, lineages[at + 1] === 1)
  }

  /**
   * Returns an inconsistency as a sentence without full stop; undefined without an inconsistency. Call this method
   * after the last row.
   */
  contradiction(): string | undefined {
    let listed = 0
    for (const [product, place] of this.#products.entries()) {
      const records = this.#recordsAt(place)
      for (const record of records) {
        const linked = this.#links.get(record)
        if (linked === product) continue
        return `product ${product} lists record ${record}, which is linked to ${linked ?? 'none'}`
      }
      if (!this.#active.has(product)) return `product ${product} is present, but not active by its lineage`
      listed += records.length
    }
    for (const [product] of this.#active.entries()) {
      if (!this.#products.has(product)) return `product ${product} is active by its lineage, but not present`
    }
    if (listed === this.#links.size) return undefined
    for (const [record, product] of this.#links.entries()) {
      const place = this.#products.get(product)
      if (place !== undefined && this.#recordsAt(place).includes(record)) continue
      return `record ${record} is linked to product ${product}, which ${place === undefined ? 'is not present' : 'does not list it'}`
    }
    return 'a product lists a record twice'
  }

  #link(record: RecordId, product: ProductId | undefined): void {
    if (product === undefined) this.#links.delete(record)
    else this.#links.set(record, product)
  }

  /**
   * Stores the list of a product's records. An older list of the same product stays in the array unused, which is rare.
   */
  #product(product: ProductId, records: ArrayLike<RecordId>): void {
    const place = this.#listedLength
    const end = place + 1 + records.length
    if (end > this.#listed.length) this.#growTo(end)
    this.#listed[place] = records.length
    this.#listed.set(records, place + 1)
    this.#listedLength = end
    this.#products.set(product, place)
  }

  #lineage(product: ProductId, isActive: boolean): void {
    if (isActive) this.#active.set(product, ACTIVE)
    else this.#active.delete(product)
  }

  #recordsAt(place: number): Float64Array {
    return this.#listed.subarray(place + 1, place + 1 + (this.#listed[place] as number))
  }

  #growTo(length: number): void {
    const listed = new Float64Array(Math.max(length, this.#listed.length * 2))
    listed.set(this.#listed.subarray(0, this.#listedLength))
    this.#listed = listed
  }
}
