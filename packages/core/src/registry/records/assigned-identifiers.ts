import { copyFeatures } from '../../features/feature-draft.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import { LIMITS } from '../../model/limits.ts'
import type { AssignedIdentifier, Identifier, RecordContent, SupplierCode } from '../../model/supplier-record.ts'
import { assignedBy, concordanceRowId } from '../../storage/concordance-rows.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger } from '../../storage/ledger.ts'

export const NONE_ASSIGNED: readonly Identifier[] = []

/** Returns the identifiers that the stored concordances give each code. */
export async function readAssigned(
  ledger: Pick<Ledger, 'concordances'>,
  codes: readonly SupplierCode[],
): Promise<(readonly Identifier[])[]> {
  const rows = await readInChunks(codes, (chunk) => ledger.concordances(chunk.map(concordanceRowId)))
  return rows.map((row) => (row === undefined ? NONE_ASSIGNED : assignedBy(row)))
}

/**
 * Returns a record or an input with its assigned identifiers, as comparisons and keys see it. The assigned identifiers
 * come first, so that identifiers beyond the limit are those of the supplier.
 */
export function withAssigned<Content extends RecordContent>(
  content: Content,
  assigned: readonly Identifier[] = NONE_ASSIGNED,
): Content {
  if (assigned.length === 0) return content
  const given = assigned.map((each): AssignedIdentifier => ({ ...each, concordance: each.scheme }))
  return { ...content, identifiers: [...given, ...(content.identifiers ?? [])].slice(0, LIMITS.identifiersPerRecord) }
}

/**
 * Removes the assigned identifiers of a record from its features. They follow from its code, so they are no evidence
 * whether the code still means the same product.
 */
export function withoutAssigned(features: RecordFeatures, assigned: readonly Identifier[]): RecordFeatures {
  if (assigned.length === 0) return features
  return copyFeatures(features, { identifiers: features.identifiers.slice(assigned.length) })
}
