/** The levels of two names, strongest evidence first. */
export const NAME_LEVELS = [
  'identical_rare',
  'identical',
  'same_core_rare',
  'same_core',
  'same_core_typo',
  'brand_only',
  'contained_rare',
  'mostly_same',
  'contained',
  'same_core_other_kind',
  'generic_only',
  'half_same',
  'some_shared',
  'little_shared',
  'nothing_shared',
  'other_script',
  'unknown',
] as const
export type NameLevel = (typeof NAME_LEVELS)[number]

/** Minimum bits of shared core words that identify one place among thousands. */
export const RARE_BITS = 9
export const MOSTLY_SHARE = 0.7
export const HALF_SHARE = 0.45
export const SOME_BITS = 5
export const LITTLE_BITS = 2
