import type { Baseline } from './baseline.ts'
import { characterTrigrams } from './character-trigrams.ts'
import { exactName } from './exact-name.ts'
import { jaroWinkler } from './jaro-winkler.ts'
import { tokenSet } from './token-set.ts'

/** What every matcher is measured beside. */
export const BASELINES: readonly Baseline[] = [exactName, characterTrigrams, jaroWinkler, tokenSet]
