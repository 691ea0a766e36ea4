import { type FrozenIndex, type IndexGeneration, partsOf } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type { ChangeNumber } from '@utpid/core/storage'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { type CheckpointOrigin, RejectedCheckpoint } from './checkpoint-format.ts'
import type { CheckpointFile } from './read-checkpoint.ts'
import { changesAfter, isRebuild, NamedRows, type ReplayedLedger } from './replay-changes.ts'

type CheckpointLedger = ReplayedLedger & Pick<DurableLedger, 'digestOf'>

/**
 * Fills an index from a checkpoint and from later changes of the ledger.
 *
 * @param about - The manifest of the ledger.
 * @returns the number of rows read from the ledger.
 * @throws {RejectedCheckpoint} if the checkpoint is damaged, or if the change feed lacks changes after the
 *   checkpoint.
 */
export async function restoreIndex(
  file: CheckpointFile,
  about: { readonly created: string; readonly indexVersion?: string },
  ledger: CheckpointLedger,
  index: IndexGeneration,
): Promise<number> {
  const { contents } = file
  checkOrigin(contents, about, ledger)
  const rows = await changedSince(ledger, contents.change)
  index.loadFrozen?.(await partsIn(file))
  rows.replay(ledger, index)
  return rows.count
}

/** @throws {RejectedCheckpoint} if the checkpoint is damaged. */
export async function partsIn(file: CheckpointFile): Promise<FrozenIndex> {
  const sections = await file.read()
  return partsOf(file.contents, (name) => {
    const section = sections.get(name)
    if (section === undefined) throw new RejectedCheckpoint('damaged', `it has no section ${name}`)
    return section
  })
}

function checkOrigin(
  { created, indexVersion, change, lastPossibleChange, digest }: CheckpointOrigin,
  about: { readonly created: string; readonly indexVersion?: string },
  ledger: CheckpointLedger,
): void {
  if (indexVersion !== about.indexVersion) {
    throw new RejectedCheckpoint(
      'index_version',
      `it has index version ${indexVersion ?? 'none'}, the registry has ${about.indexVersion ?? 'none'}`,
    )
  }
  if (created !== about.created) throw new RejectedCheckpoint('foreign', 'it belongs to another registry')
  if (lastPossibleChange > ledger.lastChange) {
    throw new RejectedCheckpoint(
      'foreign',
      `it includes change ${lastPossibleChange}, but the ledger ends with ${ledger.lastChange}`,
    )
  }
  const present = ledger.digestOf(change)
  if (present === digest) return
  throw present === 0
    ? new RejectedCheckpoint('expired', `it ends with change ${change}, which is no longer in the change feed`)
    : new RejectedCheckpoint('foreign', `its change ${change} differs from that of this ledger`)
}

/** Returns the rows named in the change feed after a change. */
async function changedSince(ledger: CheckpointLedger, change: ChangeNumber): Promise<NamedRows> {
  const rows = new NamedRows()
  try {
    for await (const entry of changesAfter(ledger, change)) {
      if (isRebuild(entry)) {
        throw new RejectedCheckpoint('expired', `the registry was rebuilt later, in change ${entry.change}`)
      }
      rows.add(entry)
    }
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'changes_expired') throw error
    throw new RejectedCheckpoint('expired', `it ends with change ${change}, and the change feed starts later`, error)
  }
  return rows
}
