import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { ShownFieldsPolicy } from '../../golden-record/policy.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { UtpidFormat } from '../../model/utpid.ts'
import type { Clock, Random, Yield } from '../../runtime/environment.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { ScoringName } from '../../storage/scoring-name.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RecordSuppliers } from '../records/record-suppliers.ts'
import type { ServedGeneration } from './served-generation.ts'
import type { WriteQueue } from './write-queue.ts'

/** What every operation of one registry works with. */
export interface RegistryContext {
  readonly storage: Storage
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /** Replaced, as one with `scoring` and `served`, when this registry is rescored. */
  scorer: PairScorer
  /** What `scorer` scores by. */
  scoring: ScoringName
  /** Taken once at the beginning of a call, since it may be replaced while the call waits. */
  served: ServedGeneration
  /** Resolves when `served` has followed the storage; present while that is switched to another generation. */
  switching: Promise<void> | undefined
  readonly gazetteer: Gazetteer | undefined
  readonly policy: ShownFieldsPolicy
  readonly clock: Clock
  readonly random: Random
  readonly yield: Yield
  readonly format: UtpidFormat
  /** As far as this process knows; refreshed with every write. */
  readonly suppliers: Map<string, Supplier>
  readonly recordSuppliers: RecordSuppliers
  readonly writes: WriteQueue
}

/** Now, as ISO 8601 UTC. */
export function now({ clock }: RegistryContext): string {
  return new Date(clock()).toISOString()
}
