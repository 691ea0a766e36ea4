import { COMPETITION_LEVELS, type CompetitionLevel } from '../model/match.ts'
import { weightOfConfidence } from './match-weight.ts'
import type { Thresholds } from './scoring-model.ts'

export { COMPETITION_LEVELS, type CompetitionLevel }

/** The bits that each level adds to the weight of a pair. No level has fewer bits than the next level. */
export type CompetitionBits = Readonly<Record<CompetitionLevel, number>>

/** The standing of a pair among its competing candidates. */
export interface Competition {
  readonly level: CompetitionLevel
  readonly bits: number
}

/**
 * Returns the minimum lead in bits of the best product over the next product for an automatic link, in hundredths. The
 * odds of the best product against the next product then reach `match`.
 */
export function leadForMatch({ match }: Pick<Thresholds, 'match'>): number {
  return Math.round(weightOfConfidence(match) * 100) / 100
}

/** The lead in bits from which a pair is far ahead of its competitor or far behind it. */
const FAR_BITS = 2

/**
 * Returns the level of a pair.
 *
 * A supplier usually lists a product once. So a record of supplier A and a record of supplier B are less likely to be one
 * product if another record of B fits the first record better. The idea is the one-to-one constraint of record linkage
 * (Jaro, 1989), as evidence instead of a rule, since suppliers also list products twice.
 *
 * @param weight - The match weight of the pair in bits, without this level.
 * @param competitor - The match weight of the strongest competing pair; undefined if no candidate competes.
 */
export function competitionLevel(weight: number, competitor: number | undefined): CompetitionLevel {
  if (competitor === undefined) return 'alone'
  const lead = weight - competitor
  if (lead >= FAR_BITS) return 'far_ahead'
  if (lead > 0) return 'ahead'
  return lead > -FAR_BITS ? 'behind' : 'far_behind'
}
