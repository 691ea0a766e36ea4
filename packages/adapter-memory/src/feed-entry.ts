import type { Change, ChangeNumber, Commit } from '@utpid/core'

/** What the feed says of a step: the rows it touched by id, ascending and distinct. */
export function feedEntryOf(commit: Commit, change: ChangeNumber): Change {
  return {
    change,
    at: commit.at,
    ...(commit.token === undefined ? {} : { token: commit.token }),
    records: ascending([
      ...commit.records.map((row) => row.id),
      ...commit.links.map((link) => link.recordId),
      ...commit.unlinked,
    ]),
    products: ascending(commit.products.map((row) => row.id)),
    endedProducts: ascending(commit.endedProducts),
    alerts: [...new Set(commit.alerts.map((row) => row.id))].sort(),
    events: [...commit.events],
  }
}

function ascending(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b)
}
