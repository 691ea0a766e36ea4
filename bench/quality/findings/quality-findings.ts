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
  /** Thinned to the resolution of a chart. */
  readonly curve: readonly CurvePoint[]
}

/** The figures of one set of pairs. */
export interface SetFinding {
  readonly id: string
  readonly what: string
  readonly note: string
  readonly pairs: number
  readonly positives: number
  /** Whether its labels are valid for more than recall. */
  readonly judgesPrecision: boolean
  /** utpid first. */
  readonly matchers: readonly MatcherFinding[]
  /** Pairs with a confidence of .05 to .99, which is neither a clear no nor a clear yes. */
  readonly unsurePairs: number
  /** Calibration of these pairs. */
  readonly calibration: readonly CalibrationBin[]
  /** Mean distance of their confidence from the observed share; null without such pairs. */
  readonly calibrationGap: number | null
  /** Share of wrong pairs at or above `match`; null without such pairs. */
  readonly falseAboveMatch: number | null
}

/** One family of hard negatives. */
export interface FamilyFinding {
  readonly family: string
  readonly pairs: number
  /** Shares wrongly called a match. */
  readonly atPair: number
  readonly atMatch: number
}

/** Data for the quality page in addition to the rows. Only numbers, without records of any set. */
export interface QualityFindings {
  sets: SetFinding[]
  families: FamilyFinding[]
}

export function emptyFindings(): QualityFindings {
  return { sets: [], families: [] }
}
