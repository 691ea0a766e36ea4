/** Every reason for which a decision is not `match`, with the sentence that documents it. Stable, as error codes are. */
export const MATCH_REASONS = {
  no_candidates: 'Nothing shared a key with the input.',
  crowded:
    'Nothing was compared: keys of the input are on too many records to be asked (`skippedKeys`), so a limit may hide its product.',
  below_threshold: 'The best product is less likely than `review`.',
  name_alone:
    'Only the identical name led to the best product, and products elsewhere may have it; add a place or a contact.',
  ambiguous: 'Two products fit nearly alike: the best is less than `marginBits` ahead of the next.',
  code_drifted: 'The supplier code is known, and the content now describes something else.',
  other_code_of_supplier: 'The supplier sells the best product under another code already.',
} as const

/** Why a decision is not `match`. */
export type MatchReason = keyof typeof MATCH_REASONS
