import { requiredDecisions } from '../../storage/ledger/checked-ledger.ts'
import type { LineageRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** The decision that deleted a product. */
export interface Deletion {
  readonly actor: string
  /** The time of the decision, ISO 8601 UTC. */
  readonly at: string
  /** The change number of the decision, as input for `undo`. */
  readonly change: number
}

/** Returns the decision that deleted a product; null if the registry has no such decision. */
export async function deletionOf(
  { ledger, storage }: Pick<RegistryContext, 'ledger' | 'storage'>,
  { decisions: changes = [] }: LineageRow,
): Promise<Deletion | null> {
  const decisions = await requiredDecisions(ledger, changes, storage.place)
  const last = decisions.findLast((each) => each.kind === 'delete' && each.undoneBy === undefined)
  return last === undefined ? null : { actor: last.actor, at: last.at, change: last.change }
}
