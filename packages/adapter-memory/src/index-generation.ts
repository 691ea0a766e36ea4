import type { GenerationRows } from '@utpid/core'
import { KeyIndex } from './key-index.ts'
import { TermIndex } from './term-index.ts'

/** What finds candidates and products, of one generation. */
export class IndexGeneration {
  readonly keys: KeyIndex = new KeyIndex()
  readonly terms: TermIndex = new TermIndex()

  put({ records, products, endedProducts }: GenerationRows): void {
    for (const { row, link } of records) {
      const { id, revision, features, keys } = row
      if (link === undefined) this.keys.remove(id)
      else this.keys.put({ id, productId: link.productId, revision, features, keys })
    }
    for (const product of products) this.terms.put(product)
    for (const id of endedProducts) this.terms.remove(id)
  }
}
