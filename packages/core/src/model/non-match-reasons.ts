/**
 * All reasons why two sides are not one product, each with the sentence that documents it. Stable, like error codes.
 */
export const NON_MATCH_REASONS = {
  gone: 'One of them is deleted or retired, or its record has ended: it cannot be merged.',
  ruled_different: 'A person ruled that they are different, directly or through records ruled the same.',
  code_known: 'The supplier code of the input belongs to another product: the code decides.',
  copy: 'One of them is a copy of another record of its supplier with a lower code: only that one is compared.',
  no_common_key: 'They share no key by which they find each other, so they were never compared.',
  crowded_keys: 'All their shared keys are on too many records and were skipped.',
  city_not_asked:
    'They share only keys of the city. These are used only if no nearby product is likely or the coordinates are imprecise; neither was the case.',
  vetoed: 'A comparison is a veto: no other evidence outweighs it.',
  same_supplier: 'They are two codes of one supplier. These need at least `sameSupplierBits`; the pair has fewer.',
  below_match: 'The confidence of the pair is below `match`.',
  kept_apart: 'Both products are curated (verified, pinned or ruled on): such products are never merged automatically.',
  other_pair_forbids:
    'The pair is strong, but another pair of records of the two products forbids a merge: vetoed, or two codes of one supplier.',
  groups_disagree:
    'The pair is strong, but the mean confidence of all pairs across the two products is below `review`.',
  ambiguous: 'Two products fit the input almost equally: the better one is less than `marginBits` ahead.',
  other_product: 'Another product fits the input better.',
  other_code_of_supplier: 'The supplier of the input already has the product under another code.',
  joined_otherwise:
    'Nothing prevents a merge now. When the pair was processed, the clusters at that time disagreed, or their component was split for its size.',
  different_profile: 'Their categories have different profiles, so they are compared with the generic one.',
} as const

/** A stable code of a reason why two sides are not one product. */
export type NonMatchCode = keyof typeof NON_MATCH_REASONS
