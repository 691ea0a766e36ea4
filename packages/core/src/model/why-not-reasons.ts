/**
 * Every reason for which two are not one product, with the sentence that documents it. Stable, as error codes are.
 */
export const WHY_NOT_REASONS = {
  gone: 'One of them is deleted or retired, or its record has ended: nothing is joined with it.',
  ruled_different: 'A person ruled that they are different, directly or by way of records that were ruled the same.',
  code_known: 'The supplier code of the input is known, and its product is another one: the code decides.',
  copy: 'One of them says what another record of its supplier says, whose code is lower and which stands for both: only that one is compared.',
  no_common_key: 'They share no key by which both find each other, so they were never compared.',
  crowded_keys: 'All keys that they share are on too many records to be asked.',
  city_not_asked:
    'Only keys of the city are shared, asked when nothing near is likely or the pin is blurred; neither was so.',
  vetoed: 'A comparison speaks against it that no other evidence outweighs.',
  same_supplier:
    'They are two codes of one supplier, which are one product from `sameSupplierBits` on; the pair has fewer.',
  below_match: 'The pair is less likely than `match`.',
  kept_apart: 'People keep both products (verified, pinned, ruled on): the machine joins no two of those.',
  other_pair_forbids:
    'The pair is strong, but another pair of records of the two products forbids it: vetoed, or two codes of one supplier.',
  groups_disagree:
    'The pair is strong, but the mean confidence of all pairs across the two products is below `review`.',
  ambiguous: 'Two products fit the input nearly alike: the better one is less than `marginBits` ahead.',
  other_product: 'Another product fits the input better.',
  other_code_of_supplier: 'The supplier of the input sells the product under another code already.',
  joined_otherwise:
    'Nothing stands between them now. When the pair had its turn, the groups of that moment disagreed, or their component was cut for its size.',
  different_profile: 'Their categories are of different profiles, so they are compared by the generic one.',
} as const

/** A stable code of a reason why two are not one product. */
export type WhyNotCode = keyof typeof WHY_NOT_REASONS
