import type { Baseline } from './baseline.ts'
import { characterTrigrams } from './character-trigrams.ts'
import { exactName } from './exact-name.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { tokenSet } from './token-set.ts'

/** The baselines with which every matcher is compared. */
export const BASELINES: readonly Baseline[] = [exactName, characterTrigrams, jaroWinkler, tokenSet]
