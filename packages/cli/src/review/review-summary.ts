import { counted, thousandths, whole } from '../text/number-text.ts'
import { pairsLeft, type ReviewSession, type SessionDecision } from './review-session.ts'

/** The result of a review session. */
export interface ReviewSummary {
  readonly decided: number
  readonly merged: number
  readonly dismissed: number
  readonly skipped: number
  readonly undone: number
  /** Pairs of the session that are still open, including skipped ones. */
  readonly left: number
  /** The median, so that long breaks do not count. Null without a decision. */
  readonly secondsPerDecision: number | null
  /** Decisions that were not undone, oldest first. */
  readonly decisions: readonly Omit<SessionDecision, 'at'>[]
}

export function reviewSummary(session: ReviewSession): ReviewSummary {
  const { decisions, skipped, undone } = session
  const merged = decisions.filter(({ resolution }) => resolution === 'merge').length
  const seconds = median(decisions.map((each) => each.seconds))
  return {
    decided: decisions.length,
    merged,
    dismissed: decisions.length - merged,
    skipped: skipped.size,
    undone,
    left: pairsLeft(session),
    secondsPerDecision: seconds === undefined ? null : thousandths(seconds),
    decisions: decisions.map(({ at: _, ...decision }) => ({ ...decision, seconds: thousandths(decision.seconds) })),
  }
}

/** Formats a summary for people, on one line. */
export function summaryText(summary: ReviewSummary, hasMore: boolean): string {
  const { decided, merged, dismissed, skipped, undone, left, secondsPerDecision } = summary
  const pace = secondsPerDecision === null ? '' : ` ${secondsPerDecision.toFixed(1)} s per decision.`
  const rest = left === 0 && !hasMore ? 'Nothing is left' : `${whole(left)}${hasMore ? ' and more' : ''} left`
  return `${counted(decided, 'pair')} decided: ${whole(merged)} merged, ${whole(dismissed)} different. ${whole(skipped)} skipped, ${whole(undone)} undone. ${rest}.${pace}\n`
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
