import type { CalibrationBin, CurvePoint } from '@utpid/evaluation'

/** The figures of one matcher on one set. */
export interface MatcherFinding {
  /** `utpid`, the id of a baseline, or `other`. */
  readonly id: string
  readonly what: string
  /** The origin of its threshold, for people. */
  readonly fitted: string
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
  readonly bestF1: number | null
  readonly prAuc: number | null
  /** The curve, thinned to the resolution of a chart. */
  readonly curve: readonly CurvePoint[]
}

/** The figures of one set of pairs. */
export interface SetFinding {
  readonly id: string
  readonly what: string
  readonly note: string
  readonly pairs: number
  readonly positives: number
  /** Whether its labels can measure precision, not only recall. */
  readonly judgesPrecision: boolean
  /** Figures of each matcher; those of utpid come first. */
  readonly matchers: readonly MatcherFinding[]
  /** Number of pairs with a confidence of .05 to .99, which is neither a clear no nor a clear yes. */
  readonly unsurePairs: number
  /** Calibration of these pairs. */
  readonly calibration: readonly CalibrationBin[]
  /** Mean distance between their confidence and the observed share; null without such pairs. */
  readonly calibrationGap: number | null
  /** Share of wrong pairs at or above `match`; null without such pairs. */
  readonly falseAboveMatch: number | null
}

/** One family of hard negatives. */
export interface FamilyFinding {
  readonly family: string
  readonly pairs: number
  /** Shares of the pairs that are wrongly called a match. */
  readonly atPair: number
  readonly atMatch: number
}

/** Data for the quality page in addition to the rows. It contains only numbers, no records of any set. */
export interface QualityFindings {
  sets: SetFinding[]
  families: FamilyFinding[]
}

export function emptyFindings(): QualityFindings {
  return { sets: [], families: [] }
}
