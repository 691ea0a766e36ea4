/**
 * All reasons for a match decision other than `match`, each with the sentence that documents the reason. The codes are
 * stable, like error codes.
 */
export const MATCH_REASONS = {
  no_candidates: 'No record shares a key with the input.',
  skipped_keys:
    'Nothing was compared: too many records have the keys of the input, so the keys were skipped (`skippedKeys`). The product may still exist.',
  below_threshold: 'The confidence of the best product is below `review`.',
  name_alone:
    'Only the identical name led to the best product, and other products may have this name; add a place or a contact.',
  ambiguous: 'Two products fit almost equally: the odds of the best against the next are below `match`.',
  code_drifted: 'The supplier code exists, but the content now describes another product.',
  other_code_of_supplier: 'The supplier already has the best product under another code.',
} as const

/** A reason for a match decision other than `match`. */
export type MatchReason = keyof typeof MATCH_REASONS
