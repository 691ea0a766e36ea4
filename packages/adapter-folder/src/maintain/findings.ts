/** Phases of a check, in order. */
export type CheckPhase = 'pages' | 'records' | 'products' | 'edges' | 'others' | 'counters' | 'index' | 'checkpoint'

/** A problem, reported once for all affected rows. */
export interface Finding {
  /** Stable identifier, for programs. */
  readonly code: string
  readonly message: string
  readonly count: number
  /** Some of the affected rows. */
  readonly examples: readonly string[]
  /**
   * Data that is `derived` can be rebuilt from other tables. For `truth`, restore a backup, or import the feeds again.
   */
  readonly kind: 'derived' | 'truth'
  readonly repaired: boolean
}

/** The progress of a check. */
export interface CheckProgress {
  readonly phase: CheckPhase
  readonly done: number
  /** The total number of rows; 0 if unknown. */
  readonly total: number
}

/** The contents of a folder as of a change, and the problems found. */
export interface FolderCheck {
  readonly change: number
  readonly records: number
  readonly products: number
  readonly findings: readonly Finding[]
}

const MAX_EXAMPLES = 5

export type FindingCode =
  | 'pages'
  | 'manifest_lost'
  | 'rows_lost'
  | 'rows_wrong'
  | 'code_missing'
  | 'code_misplaced'
  | 'assigned_wrong'
  | 'details_missing'
  | 'details_without_record'
  | 'link_without_record'
  | 'link_without_product'
  | 'record_without_link'
  | 'product_without_link'
  | 'product_without_lineage'
  | 'lineage_without_product'
  | 'lineage_broken'
  | 'alias_broken'
  | 'alert_broken'
  | 'duplicates_wrong'
  | 'edge_without_record'
  | 'pointer_missing'
  | 'pointer_dangling'
  | 'decision_order_wrong'
  | 'feed_gap'
  | 'idempotency_key_dangling'
  | 'counters_wrong'
  | 'words_wrong'
  | 'index_wrong'
  | 'checkpoint_unusable'

/** For each finding: whether it concerns truth or derived data, and its message. */
export const FINDINGS: Readonly<Record<FindingCode, readonly [kind: Finding['kind'], message: string]>> = {
  pages: ['truth', 'The ledger file is damaged.'],
  manifest_lost: ['truth', 'The ledger lost its manifest, or the number of its last change.'],
  rows_lost: ['truth', 'The number of rows in tables differs from the number written.'],
  rows_wrong: ['derived', 'The number of rows in derived tables differs from the number written.'],
  code_missing: ['derived', 'Records are not found by their supplier codes.'],
  code_misplaced: ['derived', 'Supplier codes lead to records that do not have them.'],
  assigned_wrong: ['derived', 'Records do not have the identifiers that the concordances give their codes.'],
  details_missing: ['truth', 'Records have lost their details.'],
  details_without_record: ['truth', 'Details belong to records without details.'],
  link_without_record: ['truth', 'Links belong to missing records.'],
  link_without_product: ['truth', 'Records are linked to products that do not list them.'],
  record_without_link: ['truth', 'Active records have no link.'],
  product_without_link: ['truth', 'Products list records that are not linked to them.'],
  product_without_lineage: ['truth', 'The lineage does not list products as active.'],
  lineage_without_product: ['truth', 'The lineage lists missing products as active.'],
  lineage_broken: ['truth', 'The lineage of merged products leads to no product.'],
  alias_broken: ['truth', 'Aliases lead to products that were never minted.'],
  alert_broken: ['truth', 'Open alerts refer to inactive products.'],
  duplicates_wrong: ['truth', 'Products have wrong counts of open alerts.'],
  edge_without_record: ['truth', 'Edges refer to inactive records.'],
  pointer_missing: ['derived', 'Edges or judgements are found from only one of their two records.'],
  pointer_dangling: ['derived', 'Pointers lead to missing edges or judgements.'],
  decision_order_wrong: ['derived', 'The lists and counts of decisions differ from the decisions.'],
  feed_gap: ['truth', 'The change feed has gaps, or does not end with the last change.'],
  idempotency_key_dangling: ['derived', 'Idempotency keys belong to no change of the change feed.'],
  counters_wrong: ['derived', 'Counters differ from the sums of the rows.'],
  words_wrong: ['derived', 'Word counts differ from the words of the records.'],
  index_wrong: ['derived', 'The index differs from an index built from the rows.'],
  checkpoint_unusable: ['derived', 'The index checkpoint cannot be used.'],
}

/** A collector of findings. */
export class Findings {
  readonly #found = new Map<FindingCode, { count: number; examples: string[]; repaired: boolean }>()

  /** @param example - The name of the row. */
  add(code: FindingCode, example: string): void {
    const found = this.#found.get(code) ?? { count: 0, examples: [], repaired: false }
    found.count++
    if (found.examples.length < MAX_EXAMPLES) found.examples.push(example)
    this.#found.set(code, found)
  }

  has(code: FindingCode): boolean {
    return this.#found.has(code)
  }

  markRepaired(code: FindingCode): void {
    const found = this.#found.get(code)
    if (found !== undefined) found.repaired = true
  }

  list(): Finding[] {
    return [...this.#found].map(([code, { count, examples, repaired }]) => {
      const [kind, message] = FINDINGS[code]
      return { code, message, count, examples, kind, repaired }
    })
  }
}
