import { type IndexGeneration, type IndexParts, partsOf } from '@utpid/adapter-memory/engine'
import { type ChangeNumber, RegistryError } from '@utpid/core'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import type { SnapshotFile } from './read-snapshot.ts'
import { changesAfter, isRenewal, NamedRows, type ReplayedLedger } from './replay-changes.ts'
import { RefusedSnapshot, type SnapshotOrigin } from './snapshot-format.ts'

type SnapshotLedger = ReplayedLedger & Pick<DurableLedger, 'markOf'>

/**
 * Fills an index from a snapshot, and with what the ledger has had since.
 *
 * @param about - What the ledger says of itself.
 * @returns How many rows were read from the ledger.
 * @throws {RefusedSnapshot} when it is damaged, or of another state than the feed leads on from.
 */
export async function restoreIndex(
  file: SnapshotFile,
  about: { readonly created: string; readonly indexVersion?: string },
  ledger: SnapshotLedger,
  index: IndexGeneration,
): Promise<number> {
  const { contents } = file
  checkOrigin(contents, about, ledger)
  const rows = await changedSince(ledger, contents.change)
  index.restore?.(await partsIn(file))
  rows.replay(ledger, index)
  return rows.count
}

/** @throws {RefusedSnapshot} when it is damaged. */
export async function partsIn(file: SnapshotFile): Promise<IndexParts> {
  const sections = await file.read()
  return partsOf(file.contents, (name) => {
    const section = sections.get(name)
    if (section === undefined) throw new RefusedSnapshot('damaged', `it has no section ${name}`)
    return section
  })
}

function checkOrigin(
  { created, indexVersion, change, until, mark }: SnapshotOrigin,
  about: { readonly created: string; readonly indexVersion?: string },
  ledger: SnapshotLedger,
): void {
  if (indexVersion !== about.indexVersion) {
    throw new RefusedSnapshot(
      'index_version',
      `it is of index version ${indexVersion ?? 'none'}, the registry of ${about.indexVersion ?? 'none'}`,
    )
  }
  if (created !== about.created) throw new RefusedSnapshot('foreign', 'it was made of another registry')
  if (until > ledger.lastChange) {
    throw new RefusedSnapshot('foreign', `it knows change ${until}, and the ledger ends with ${ledger.lastChange}`)
  }
  const present = ledger.markOf(change)
  if (present === mark) return
  throw present === 0
    ? new RefusedSnapshot('expired', `it ends with change ${change}, which the feed no longer keeps`)
    : new RefusedSnapshot('foreign', `its change ${change} is not the one of this ledger`)
}

/** Which rows the feed names after a change. */
async function changedSince(ledger: SnapshotLedger, change: ChangeNumber): Promise<NamedRows> {
  const rows = new NamedRows()
  try {
    for await (const entry of changesAfter(ledger, change)) {
      if (isRenewal(entry)) {
        throw new RefusedSnapshot('expired', `the registry was made anew in change ${entry.change}, after it`)
      }
      rows.add(entry)
    }
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
    throw new RefusedSnapshot('expired', `it ends with change ${change}, and the feed begins later`, error)
  }
  return rows
}
