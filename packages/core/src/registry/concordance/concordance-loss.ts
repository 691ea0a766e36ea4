import { RegistryError } from '../../model/registry-error.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { neededShare } from '../loss/feed-loss.ts'

/** A stored code that a replacement would remove. */
export interface EndingCode extends SupplierCode {
  /** The stored sets of the code, sorted. */
  readonly sets: readonly string[]
}

/** The stored codes of one supplier that a replacement would remove. */
export interface ConcordanceSupplierLoss {
  readonly supplier: string
  /** The number of stored codes. */
  readonly known: number
  /** The number of these codes that would be removed. */
  readonly ending: number
}

/** The stored codes that a replacement of a concordance would remove. At this time, the call has written nothing. */
export interface ConcordanceLoss {
  readonly name: string
  /** The number of stored codes, with the option `supplier` those of this supplier. */
  readonly known: number
  /** The number of these codes that would be removed. */
  readonly ending: number
  /** The share of the stored codes that may be removed, 0 to 1. */
  readonly allowLoss: number
  /** The suppliers with codes that would be removed, by id. */
  readonly suppliers: readonly ConcordanceSupplierLoss[]
  /** Yields all codes that would be removed. */
  codes(): AsyncGenerator<EndingCode, void>
}

/** Returns the error of a replacement that would remove more codes than allowed. */
export function excessiveConcordanceLoss({
  name,
  known,
  ending,
  allowLoss,
  suppliers,
}: ConcordanceLoss): RegistryError {
  return new RegistryError(
    'excessive_loss',
    `${ending} of ${known} codes of the concordance ${name} would be removed, which is more than the share of ${allowLoss} that is allowed; nothing was written. If they no longer belong to it, repeat the import with allowLoss ${neededShare([{ known, ending }])}.`,
    { details: { name, known, ending, allowLoss, suppliers } },
  )
}
