import type { ProductId } from '../model/utpid.ts'
import type {
  AlertRow,
  AliasRow,
  DecisionRow,
  EdgeRow,
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
 * One object of a ledger at the moment of reading, for a copy elsewhere. A later row of an object replaces an earlier
 * row. The order of different objects does not matter for a copy.
 */
export type LedgerRow =
  | { readonly kind: 'supplier'; readonly row: SupplierRow }
  /** A model or term-frequency version of the registry. */
  | { readonly kind: 'scoring'; readonly row: ModelVersionRow }
  /** `link` is absent for an inactive record. */
  | { readonly kind: 'record'; readonly row: RecordRow; readonly link?: LinkRow }
  /** All edges whose lower end is the record, by ascending higher end; may be empty. */
  | { readonly kind: 'edges'; readonly record: RecordId; readonly rows: readonly EdgeRow[] }
  | { readonly kind: 'ruling'; readonly row: JudgementRow }
  | { readonly kind: 'product'; readonly row: ProductRow }
  /** The product is not active; overrides earlier rows. */
  | { readonly kind: 'ended'; readonly product: ProductId }
  | { readonly kind: 'lineage'; readonly row: LineageRow }
  /** The whole history of a product's verification, oldest first; it only grows. */
  | { readonly kind: 'verifications'; readonly product: ProductId; readonly rows: readonly VerificationRow[] }
  | { readonly kind: 'decision'; readonly row: DecisionRow }
  | { readonly kind: 'alias'; readonly row: AliasRow }
  | { readonly kind: 'alert'; readonly row: AlertRow }

/** A kind of rows of a ledger. */
export type LedgerRowKind = LedgerRow['kind']
