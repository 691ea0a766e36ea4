import type { CalibrationBin, CurvePoint } from '@utpid/evaluation'

/** One matcher on one set. */
export interface MatcherFinding {
  /** `utpid`, the id of a baseline, or `other`. */
  readonly id: string
  readonly what: string
  /** How its threshold came about, for people. */
  readonly fitted: string
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
  readonly bestF1: number | null
  readonly prAuc: number | null
  /** Thinned to what a chart can show. */
  readonly curve: readonly CurvePoint[]
}

/** Everything that one set of pairs tells. */
export interface SetFinding {
  readonly id: string
  readonly what: string
  readonly note: string
  readonly pairs: number
  readonly positives: number
  /** Its labels are good for more than recall. */
  readonly judgesPrecision: boolean
  /** Ours first. */
  readonly matchers: readonly MatcherFinding[]
  /** Pairs whose confidence is .05 to .99: it says neither no nor yes. */
  readonly unsurePairs: number
  /** Of the confidences of these. */
  readonly calibration: readonly CalibrationBin[]
  /** Their mean distance from what was observed; null without such pairs. */
  readonly calibrationGap: number | null
  /** Share of pairs from `match` on that are none; null where none is. */
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

/** What the parts of the quality benchmark leave for its page, beside their rows. Numbers only: no record of any set. */
export interface QualityFindings {
  sets: SetFinding[]
  families: FamilyFinding[]
}

export function emptyFindings(): QualityFindings {
  return { sets: [], families: [] }
}
