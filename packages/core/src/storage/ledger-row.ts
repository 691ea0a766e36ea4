import type { ProductId } from '../model/utpid.ts'
import type {
  AlertRow,
  AliasRow,
  DecisionRow,
  EdgeRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
  RulingRow,
  ScoringRow,
  SupplierRow,
  VerificationRow,
} from './rows.ts'

/**
 * What a ledger says of one thing at the moment it was asked, for a copy elsewhere. Of two that
 * speak of the same thing the later one holds, so a copy needs no order but that.
 */
export type LedgerRow =
  | { readonly kind: 'supplier'; readonly row: SupplierRow }
  /** A model or epoch that the registry was scored by. */
  | { readonly kind: 'scoring'; readonly row: ScoringRow }
  /** Without a link when the record ended. */
  | { readonly kind: 'record'; readonly row: RecordRow; readonly link?: LinkRow }
  /** All edges of which a record is the lower end, by ascending higher end; there may be none left. */
  | { readonly kind: 'edges'; readonly record: RecordId; readonly rows: readonly EdgeRow[] }
  | { readonly kind: 'ruling'; readonly row: RulingRow }
  | { readonly kind: 'product'; readonly row: ProductRow }
  /** A product is not active, whatever was said of it before. */
  | { readonly kind: 'ended'; readonly product: ProductId }
  | { readonly kind: 'lineage'; readonly row: LineageRow }
  /** The whole history of a product's verification, oldest first; it only grows. */
  | { readonly kind: 'verifications'; readonly product: ProductId; readonly rows: readonly VerificationRow[] }
  | { readonly kind: 'decision'; readonly row: DecisionRow }
  | { readonly kind: 'alias'; readonly row: AliasRow }
  | { readonly kind: 'alert'; readonly row: AlertRow }

/** A kind of rows of a ledger. */
export type LedgerRowKind = LedgerRow['kind']
