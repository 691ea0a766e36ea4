/**
 * All reasons why two items are not one product, each with the sentence that documents the reason. The codes are
 * stable, like error codes.
 */
export const NON_MATCH_REASONS = {
  inactive: 'A product is deleted or retired, or its record is inactive. Such a product cannot be merged.',
  judged_different: 'A person judged the two different, directly or through records judged the same.',
  code_known: 'The supplier code of the input belongs to another product, and the code decides.',
  copy: 'One record is a copy of another record of its supplier with a lower code. Only the record with the lower code is compared.',
  no_common_key: 'The two share no key by which a lookup finds them, so they were never compared.',
  skipped_keys: 'Too many records have their shared keys, so all these keys were skipped.',
  city_keys_not_used:
    'The two share only keys of the city. City keys are used only if no nearby product is likely or the coordinates are imprecise. Neither condition holds here.',
  vetoed: 'A comparison is a veto: no other evidence outweighs it.',
  same_supplier:
    'The records have two codes of one supplier. Such a pair needs at least `sameSupplierBits`, and this pair has fewer bits.',
  below_match: 'The confidence of the pair is below `match`.',
  curated_apart:
    'Both products are curated (verified, pinned or judged). Such products are never merged automatically.',
  other_pair_forbids:
    'The pair is strong, but another pair of records of the two products forbids a merge: vetoed, or two codes of one supplier.',
  clusters_disagree:
    'The pair is strong, but the mean confidence of all pairs across the two products is below `review`.',
  ambiguous: 'Two products fit the input almost equally: the better one is less than `needs` bits ahead.',
  other_product: 'Another product fits the input better.',
  other_code_of_supplier: 'The supplier of the input already has the product under another code.',
  not_merged_yet:
    'Nothing prevents a merge now. But when the pair was processed, the clusters disagreed, or their component was split because of its size.',
  different_profile: 'Their categories have different profiles, so they are compared with the generic profile.',
} as const

/** A stable code of a reason why two items are not one product. */
export type NonMatchCode = keyof typeof NON_MATCH_REASONS
