import type { ProductId } from '../model/utpid.ts'
import type { ExportFacts } from '../storage/bulk-load.ts'
import type { LedgerRow } from '../storage/ledger-row.ts'
import type { RecordId } from '../storage/rows.ts'

/**
 * Whether the rows of an export fit each other: records are linked to the products that list them,
 * and lineage knows just these products as active. It keeps ids only, of all records and products.
 */
export class ExportCrossCheck {
  readonly #links = new Map<RecordId, ProductId>()
  readonly #products = new Map<ProductId, readonly RecordId[]>()
  readonly #active = new Set<ProductId>()

  /** In their order: of two about the same thing the later one holds. */
  take(row: LedgerRow): void {
    switch (row.kind) {
      case 'record':
        this.link(row.row.id, row.link?.productId)
        return
      case 'product':
        this.product(row.row.id, row.row.records)
        return
      case 'ended':
        this.#products.delete(row.product)
        return
      case 'lineage':
        this.lineage(row.row.id, row.row.status === 'active')
        return
      default:
        return
    }
  }

  link(record: RecordId, product: ProductId | undefined): void {
    if (product === undefined) this.#links.delete(record)
    else this.#links.set(record, product)
  }

  product(product: ProductId, records: readonly RecordId[]): void {
    this.#products.set(product, records)
  }

  lineage(product: ProductId, isActive: boolean): void {
    if (isActive) this.#active.add(product)
    else this.#active.delete(product)
  }

  /** Rows that were read elsewhere. */
  takeFacts({ links, products, lineages }: ExportFacts): void {
    for (let at = 0; at < links.length; at += 2) {
      const product = links[at + 1] as number
      this.link(links[at] as number, product < 0 ? undefined : product)
    }
    for (let at = 0; at < products.length; ) {
      const end = at + 2 + (products[at + 1] as number)
      this.product(products[at] as number, Array.from(products.subarray(at + 2, end)))
      at = end
    }
    for (let at = 0; at < lineages.length; at += 2) this.lineage(lineages[at] as number, lineages[at + 1] === 1)
  }

  /** Whether the last that was said of a product is that it is active. */
  hasProduct(product: ProductId): boolean {
    return this.#products.has(product)
  }

  /** What does not fit after the last row, as a sentence without its full stop; undefined when everything does. */
  contradiction(): string | undefined {
    let listed = 0
    for (const [product, records] of this.#products) {
      for (const record of records) {
        const linked = this.#links.get(record)
        if (linked === product) continue
        return `product ${product} lists record ${record}, which is linked to ${linked ?? 'none'}`
      }
      if (!this.#active.has(product)) return `product ${product} is there, but not active by its lineage`
      listed += records.length
    }
    for (const product of this.#active) {
      if (!this.#products.has(product)) return `product ${product} is active by its lineage, but not there`
    }
    if (listed === this.#links.size) return undefined
    for (const [record, product] of this.#links) {
      const records = this.#products.get(product)
      if (records?.includes(record) === true) continue
      return `record ${record} is linked to product ${product}, which ${records === undefined ? 'is not there' : 'does not list it'}`
    }
    return 'a product lists a record twice'
  }
}
