import { LIMITS, type ProductId, type Storage } from '@utpid/core'

/** Pairs of products with an open alert. */
export class OpenAlerts {
  readonly #pairs = new Set<string>()

  static async read({ ledger }: Storage): Promise<OpenAlerts> {
    const open = new OpenAlerts()
    const limit = LIMITS.rowsPerPage
    for (let offset = 0; ; offset += limit) {
      const page = await ledger.alerts({ status: 'open', order: 'detectedAt', offset, limit })
      for (const { products } of page.alerts) open.#pairs.add(productPair(...products))
      if (page.alerts.length < limit) return open
    }
  }

  get size(): number {
    return this.#pairs.size
  }

  has(a: ProductId, b: ProductId): boolean {
    return this.#pairs.has(productPair(a, b))
  }
}

/** Returns one key for two products, in either order. */
export function productPair(a: ProductId, b: ProductId): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}
