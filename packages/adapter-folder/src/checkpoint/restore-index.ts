import { type IndexGeneration, type IndexParts, partsOf } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import type { SnapshotFile } from './read-snapshot.ts'
import { changesAfter, isRenewal, NamedRows, type ReplayedLedger } from './replay-changes.ts'
import { RefusedSnapshot, type SnapshotOrigin } from './snapshot-format.ts'

type SnapshotLedger = ReplayedLedger & Pick<DurableLedger, 'markOf'>

/**
 * Fills an index from a checkpoint and from later changes of the ledger.
 *
 * @param about - The manifest of the ledger.
 * @returns the number of rows read from the ledger.
 * @throws {RefusedSnapshot} if it is damaged, or if the change feed cannot continue from it.
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

/** @throws {RefusedSnapshot} if it is damaged. */
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
      `it has index version ${indexVersion ?? 'none'}, the registry has ${about.indexVersion ?? 'none'}`,
    )
  }
  if (created !== about.created) throw new RefusedSnapshot('foreign', 'it belongs to another registry')
  if (until > ledger.lastChange) {
    throw new RefusedSnapshot('foreign', `it includes change ${until}, but the ledger ends with ${ledger.lastChange}`)
  }
  const present = ledger.markOf(change)
  if (present === mark) return
  throw present === 0
    ? new RefusedSnapshot('expired', `it ends with change ${change}, which is no longer in the change feed`)
    : new RefusedSnapshot('foreign', `its change ${change} differs from that of this ledger`)
}

/** Returns the rows named in the change feed after a change. */
async function changedSince(ledger: SnapshotLedger, change: ChangeNumber): Promise<NamedRows> {
  const rows = new NamedRows()
  try {
    for await (const entry of changesAfter(ledger, change)) {
      if (isRenewal(entry)) {
        throw new RefusedSnapshot('expired', `the registry was rebuilt later, in change ${entry.change}`)
      }
      rows.add(entry)
    }
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
    throw new RefusedSnapshot('expired', `it ends with change ${change}, and the change feed starts later`, error)
  }
  return rows
}
