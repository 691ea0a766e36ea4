import type { ExplainedCompetition } from '@utpid/core'
import type { CompetitionLevel } from '@utpid/core/scoring'

const LEVELS: Readonly<Record<CompetitionLevel, string>> = {
  alone: 'no other',
  far_ahead: 'far ahead',
  ahead: 'ahead',
  behind: 'behind',
  far_behind: 'far behind',
}

/** The name of the row for the competing candidates of a pair. */
export const COMPETITION_NAME = 'other candidates'

/** Describes the standing of a pair among other candidates in a few words. */
export function competitionText({ level }: ExplainedCompetition): string {
  return LEVELS[level]
}

/** Returns the code of the strongest competing record; empty if no record competes. */
export function competitorText({ record }: ExplainedCompetition): string {
  return record === null ? '' : `${record.supplier}:${record.code}`
}
