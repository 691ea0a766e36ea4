import { RegistryError } from '../../model/registry-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import type { ChangeNumber, RecordId, RecordRow } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** The number of changes on a page. The number is small, since each change of an import lists hundreds of records. */
const CHANGES_PER_PAGE = 50

/** A time in the history of a registry. */
export interface Moment {
  /** The latest change at this time. */
  readonly change: ChangeNumber
  /** ISO 8601 UTC. */
  readonly at: string
}

/**
 * Returns the records that were written after a moment. The function uses the change feed to find them. The times of
 * records are not reliable, since the clock of another writer may be wrong.
 */
export async function writtenSince(
  { ledger, yield: giveTurn }: Pick<RegistryContext, 'ledger' | 'yield'>,
  moment: Moment,
  records: readonly Pick<RecordRow, 'id' | 'updatedAt'>[],
  signal: AbortSignalLike | undefined,
): Promise<Set<RecordId>> {
  const written = new Set<RecordId>()
  if (records.length === 0) return written
  const writtenAt = new Map(records.map(({ id, updatedAt }) => [id, updatedAt]))
  try {
    for (let after = moment.change; ; ) {
      checkSignal(signal)
      const changes = await ledger.changes(after, CHANGES_PER_PAGE)
      for (const { changedAt, records: touched } of changes) {
        for (const id of touched) if (writtenAt.get(id) === changedAt) written.add(id)
      }
      const last = changes.at(-1)
      if (last === undefined) return written
      after = last.change
      await giveTurn()
    }
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
    // The change feed no longer reaches back to the moment, so the code compares times.
    return new Set(records.flatMap(({ id, updatedAt }) => (updatedAt < moment.at ? [] : [id])))
  }
}
