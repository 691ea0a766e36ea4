import type { Commit } from '../commit.ts'
import type { ChangeNumber } from '../rows.ts'

/**
 * Puts a step's own change number where its rows say 0. Whoever works out a step cannot know
 * its number, since another may come between; a ledger calls this once it holds the head.
 */
export function numberRows(commit: Commit, change: ChangeNumber): Commit {
  const numbered = (stated: ChangeNumber): ChangeNumber => (stated === 0 ? change : stated)
  return {
    ...commit,
    products: commit.products.map((row) => (row.mintedChange === 0 ? { ...row, mintedChange: change } : row)),
    lineage: commit.lineage.map((row) => ({
      ...row,
      mintedChange: numbered(row.mintedChange),
      history: row.history.map((step) => (step.change === 0 ? { ...step, change } : step)),
      ...(row.decisions === undefined ? {} : { decisions: row.decisions.map(numbered) }),
    })),
    alerts: commit.alerts.map((row) =>
      row.resolution?.by === 'person' && row.resolution.decision === 0
        ? { ...row, resolution: { by: 'person', decision: change } }
        : row,
    ),
    decisions: commit.decisions.map((row) => ({
      ...row,
      change: numbered(row.change),
      ...(row.undoneBy === undefined ? {} : { undoneBy: numbered(row.undoneBy) }),
    })),
    rulings: commit.rulings.map((row) => ({ ...row, change: numbered(row.change) })),
    verifications: commit.verifications.map((row) => ({ ...row, change: numbered(row.change) })),
  }
}
