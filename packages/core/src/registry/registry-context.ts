import type { Clock, Random, Yield } from '../environment.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import type { ShownFieldsPolicy } from '../model/policy.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { UtpidFormat } from '../model/utpid.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { Ledger } from '../storage/ledger.ts'
import type { RegistryIndex } from '../storage/registry-index.ts'
import type { WriteQueue } from './write-queue.ts'

/** What every operation of one registry works with. */
export interface RegistryContext {
  readonly ledger: Ledger
  readonly index: RegistryIndex
  readonly scorer: PairScorer
  readonly features: FeatureCache
  readonly gazetteer: Gazetteer | undefined
  readonly policy: ShownFieldsPolicy
  readonly clock: Clock
  readonly random: Random
  readonly yield: Yield
  readonly format: UtpidFormat
  /** Of the index version: makes its keys. */
  readonly salt: number
  /** As far as this process knows; refreshed with every write. */
  readonly suppliers: Map<string, Supplier>
  readonly writes: WriteQueue
}

/** Now, as ISO 8601 UTC. */
export function now({ clock }: RegistryContext): string {
  return new Date(clock()).toISOString()
}
