import type { RecordFeatures } from '@utpid/core/scoring'

/** All records of one supplier, for training without labels. */
export interface SupplierRecords {
  /** The id of the supplier, unique. */
  readonly supplier: string
  readonly records: readonly RecordFeatures[]
  /**
   * Whether the supplier often lists one product under several codes, as wholesalers do. Then a record of another supplier
   * may match several of its records. Default: false.
   */
  readonly severalCodes?: boolean
}

/** A record in the sorted list of all records. */
export interface NumberedRecord {
  readonly features: RecordFeatures
  /** Position of the supplier. */
  readonly supplier: number
}

/**
 * Returns all records in an order that depends only on their contents: the order of the input must not change a model.
 *
 * @param encode - Returns the stored form of features.
 */
export function numberRecords(
  suppliers: readonly SupplierRecords[],
  encode: (features: RecordFeatures) => Uint8Array,
): NumberedRecord[] {
  return suppliers.flatMap(({ records }, supplier) =>
    records
      .map((features) => ({ key: textOf(encode(features)), features }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map(({ features }) => ({ features, supplier })),
  )
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
