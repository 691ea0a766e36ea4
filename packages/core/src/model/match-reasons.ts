/**
 * All reasons for a match decision other than `match`, each with the sentence that documents it. Stable, like error
 * codes.
 */
export const MATCH_REASONS = {
  no_candidates: 'No record shares a key with the input.',
  crowded:
    'Nothing was compared: keys of the input are on too many records and were skipped (`skippedKeys`). The product may exist all the same.',
  below_threshold: 'The confidence of the best product is below `review`.',
  name_alone:
    'Only the identical name led to the best product, and other products may have this name; add a place or a contact.',
  ambiguous: 'Two products fit almost equally: the best is less than `marginBits` ahead of the next.',
  code_drifted: 'The supplier code is known, but the content now describes something else.',
  other_code_of_supplier: 'The supplier already has the best product under another code.',
} as const

/** Reason for a match decision other than `match`. */
export type MatchReason = keyof typeof MATCH_REASONS
