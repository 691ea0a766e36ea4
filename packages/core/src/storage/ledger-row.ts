import type { ProductId } from '../model/utpid.ts'
import type {
  AlertRow,
  AliasRow,
  ConcordanceRow,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  ImportRow,
  JudgementRow,
  LineageRow,
  LinkRow,
  ModelVersionRow,
  ProductRow,
  RecordId,
  RecordRow,
  SupplierRow,
  VerificationRow,
} from './rows.ts'

/**
 * One object of a ledger at the time of reading, for a copy in another storage. A later row of an object replaces an
 * earlier row. The order of different objects does not matter for a copy.
 */
export type LedgerRow =
  | { readonly kind: 'supplier'; readonly row: SupplierRow }
  /** A model or term-frequency version of the registry. */
  | { readonly kind: 'modelVersion'; readonly row: ModelVersionRow }
  /** A record. `link` is absent for an inactive record. `details` is present if and only if the row is `detailed`. */
  | { readonly kind: 'record'; readonly row: RecordRow; readonly link?: LinkRow; readonly details?: DetailsContent }
  /** All edges whose lower record is this record, by ascending higher record. The list may be empty. */
  | { readonly kind: 'edges'; readonly record: RecordId; readonly rows: readonly EdgeRow[] }
  | { readonly kind: 'judgement'; readonly row: JudgementRow }
  | { readonly kind: 'product'; readonly row: ProductRow }
  /** A product that is not active. This row overrides earlier rows of the product. */
  | { readonly kind: 'removed'; readonly product: ProductId }
  | { readonly kind: 'lineage'; readonly row: LineageRow }
  /** The whole history of a product's verification, oldest entry first. The history only grows. */
  | { readonly kind: 'verifications'; readonly product: ProductId; readonly rows: readonly VerificationRow[] }
  | { readonly kind: 'decision'; readonly row: DecisionRow }
  | { readonly kind: 'alias'; readonly row: AliasRow }
  | { readonly kind: 'alert'; readonly row: AlertRow }
  /** A row of the concordances. Without content, the row was removed, which overrides earlier rows. */
  | { readonly kind: 'concordance'; readonly row: ConcordanceRow }
  | { readonly kind: 'import'; readonly row: ImportRow }

/** A kind of rows of a ledger. */
export type LedgerRowKind = LedgerRow['kind']
