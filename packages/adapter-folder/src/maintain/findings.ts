/** What is looked at, in this order. */
export type CheckPhase = 'pages' | 'records' | 'products' | 'edges' | 'others' | 'counters' | 'index' | 'snapshot'

/** What is wrong, told once for all rows that are wrong alike. */
export interface Finding {
  /** Stable, for programs. */
  readonly code: string
  readonly message: string
  readonly count: number
  /** Some of the rows. */
  readonly examples: readonly string[]
  /** `derived` can be made anew of the rest; `truth` cannot: restore a backup, or import the feeds anew. */
  readonly of: 'derived' | 'truth'
  readonly repaired: boolean
}

/** How far a check is. */
export interface CheckProgress {
  readonly phase: CheckPhase
  readonly done: number
  /** 0 when it is not known. */
  readonly total: number
}

/** What a folder holds, as of which change, and what is wrong with it. */
export interface FolderCheck {
  readonly change: number
  readonly records: number
  readonly products: number
  readonly findings: readonly Finding[]
}

const EXAMPLES_MOST = 5

export type FindingCode =
  | 'pages'
  | 'about_lost'
  | 'rows_lost'
  | 'rows_wrong'
  | 'code_missing'
  | 'code_astray'
  | 'link_without_record'
  | 'link_without_product'
  | 'record_without_link'
  | 'product_without_link'
  | 'product_without_lineage'
  | 'lineage_without_product'
  | 'lineage_astray'
  | 'alias_astray'
  | 'alert_astray'
  | 'duplicates_wrong'
  | 'edge_without_record'
  | 'pointer_missing'
  | 'pointer_astray'
  | 'feed_gap'
  | 'token_astray'
  | 'counters_wrong'
  | 'words_wrong'
  | 'index_wrong'
  | 'snapshot_unusable'

/** What can be wrong, and what that is about. */
export const FINDINGS: Readonly<Record<FindingCode, readonly [of: Finding['of'], message: string]>> = {
  pages: ['truth', 'The file of the ledger is damaged.'],
  about_lost: ['truth', 'The ledger lost rows that say what it holds, or which change was its last.'],
  rows_lost: ['truth', 'Tables have another number of rows than was written to them.'],
  rows_wrong: ['derived', 'Tables that others make anew have another number of rows than was written to them.'],
  code_missing: ['derived', 'Records are not found by their supplier codes.'],
  code_astray: ['derived', 'Supplier codes lead to records that do not have them.'],
  link_without_record: ['truth', 'Links are of records that are not there.'],
  link_without_product: ['truth', 'Records are linked to products that do not list them.'],
  record_without_link: ['truth', 'Records have no link, and have not ended.'],
  product_without_link: ['truth', 'Products list records that are not linked to them.'],
  product_without_lineage: ['truth', 'Products are not active by their lineage.'],
  lineage_without_product: ['truth', 'Lineage says of products that they are active, and they are not there.'],
  lineage_astray: ['truth', 'Lineage leads from merged products to none.'],
  alias_astray: ['truth', 'Aliases lead to products that were never minted.'],
  alert_astray: ['truth', 'Open alerts are about products that are not active.'],
  duplicates_wrong: ['truth', 'Products have another number of open alerts than they say.'],
  edge_without_record: ['truth', 'Edges are of records that are not active.'],
  pointer_missing: ['derived', 'Edges or rulings are found from one of their ends only.'],
  pointer_astray: ['derived', 'Pointers lead to edges or rulings that are not there.'],
  feed_gap: ['truth', 'The feed has gaps, or does not end with the last change.'],
  token_astray: ['derived', 'Tokens are remembered that no change has.'],
  counters_wrong: ['derived', 'Counters are not what the rows add up to.'],
  words_wrong: ['derived', 'Counts of words are not what the records add up to.'],
  index_wrong: ['derived', 'The index is not what the rows make.'],
  snapshot_unusable: ['derived', 'The snapshot of the index cannot be used.'],
}

/** Gathers what is wrong. */
export class Findings {
  readonly #found = new Map<FindingCode, { count: number; examples: string[]; repaired: boolean }>()

  /** @param example - Names the row. */
  add(code: FindingCode, example: string): void {
    const found = this.#found.get(code) ?? { count: 0, examples: [], repaired: false }
    found.count++
    if (found.examples.length < EXAMPLES_MOST) found.examples.push(example)
    this.#found.set(code, found)
  }

  has(code: FindingCode): boolean {
    return this.#found.has(code)
  }

  repaired(code: FindingCode): void {
    const found = this.#found.get(code)
    if (found !== undefined) found.repaired = true
  }

  list(): Finding[] {
    return [...this.#found].map(([code, { count, examples, repaired }]) => {
      const [of, message] = FINDINGS[code]
      return { code, message, count, examples, of, repaired }
    })
  }
}
