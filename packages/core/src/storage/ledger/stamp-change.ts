import type { Commit } from '../commit.ts'
import type { ChangeNumber } from '../rows.ts'

/**
 * Replaces 0 in the rows of a transaction with its change number. The number is unknown until the ledger has locked its
 * head, since another transaction may come first.
 */
export function stampChange(commit: Commit, change: ChangeNumber): Commit {
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
    judgements: commit.judgements.map((row) => ({ ...row, change: numbered(row.change) })),
    verifications: commit.verifications.map((row) => ({ ...row, change: numbered(row.change) })),
    ...(commit.imports === undefined
      ? {}
      : { imports: commit.imports.map((row) => ({ ...row, change: numbered(row.change) })) }),
  }
}
