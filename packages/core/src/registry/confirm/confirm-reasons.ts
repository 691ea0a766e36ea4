/**
 * All reasons of the answer whether a record still is a product, each with the sentence that documents the reason. The
 * codes are stable, like error codes.
 */
export const CONFIRM_REASONS = {
  unchanged:
    'The record has the name, the place and the phone number with which the registry stores its code. The code belongs to the product.',
  record_kept:
    'The record still fits the version that the registry stores under its code, and the code belongs to the product.',
  records_agree: 'Records of the product with other codes reach `match` when they are compared with the record.',
  merged: 'The UTPID was merged into another product. The answer is about that product, whose UTPID is `utpid`.',
  inactive: 'The product is deleted or retired. For a deleted product the answer is always `no`.',
  judged_different: 'A person judged the record of this code different from records of the product.',
  code_known:
    'The registry links the supplier code to another product. With `drifted`, the record no longer fits that product.',
  code_unknown: 'The registry has no record with this supplier and code. Only records with other codes are compared.',
  record_drifted:
    'The record no longer fits the version that the registry stores under its code: `rebrand` means another name at the same place, `move` the same name at another place, `reuse` another product.',
  vetoed: 'A comparison with a record of the product is a veto: no other evidence outweighs it.',
  different_category: 'The record and the product have categories that exclude each other.',
  sibling_name:
    'The best record reaches `match`, but mostly by the place: its name is only similar, as the names of sibling hotels in one building are, and no phone number or identifier agrees.',
  other_name_and_place: 'Every compared record of the product has another name and another place.',
  other_product: 'Another product fits the record clearly better.',
  ambiguous: 'Another product fits the record almost as well: the product is less than `needs` bits ahead.',
  other_code_of_supplier:
    'The supplier has the product under another code. Such a pair needs at least `sameSupplierBits`, and this pair has fewer bits.',
  missing_evidence: 'The record lacks the name or every field about the place, so it cannot prove the product alone.',
  below_match: 'The confidence of the best compared record is below `match`.',
} as const

/** A stable code of a reason of a confirmation. */
export type ConfirmCode = keyof typeof CONFIRM_REASONS
