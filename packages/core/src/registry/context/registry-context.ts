import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { FieldTable } from '../../fields/record-fields.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { SurvivorshipRules } from '../../golden-record/survivorship-rules.ts'
import type { ParseOptions } from '../../ingest/parse-record.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { TermFrequencyMode } from '../../model/term-frequency-count.ts'
import type { UtpidFormat } from '../../model/utpid.ts'
import type { Clock, Random, Yield } from '../../runtime/environment.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ModelVersion } from '../../storage/model-version.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RecordSuppliers } from '../records/record-suppliers.ts'
import type { ActiveGeneration } from './active-generation.ts'
import type { WriteQueue } from './write-queue.ts'

/** The dependencies of every operation of one registry. */
export interface RegistryContext {
  readonly storage: Storage
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /** The scorer of this registry. A rescore replaces the scorer, together with `modelVersion` and `active`. */
  scorer: PairScorer
  /** The model version of `scorer`. */
  modelVersion: ModelVersion
  /**
   * The active index generation. Read this field only once, at the start of a call, since a swap may replace the
   * generation during the call.
   */
  active: ActiveGeneration
  /**
   * A promise that resolves when `active` is the new generation of the storage. Present only during a swap of index
   * generations.
   */
  swapping: Promise<void> | undefined
  readonly gazetteer: Gazetteer | undefined
  /** The fields of a record. */
  readonly fields: FieldTable
  /** The rules for keys and features of the schema, to which a reindex moves the storage. */
  readonly openedRules: IndexRules
  readonly survivorshipRules: SurvivorshipRules
  /** When the registry counts term frequencies. */
  readonly termFrequencies: TermFrequencyMode
  /** The minimum number of active records for a count of term frequencies that is due. */
  readonly minCountedRecords: number
  readonly clock: Clock
  readonly random: Random
  readonly yield: Yield
  readonly format: UtpidFormat
  /** The suppliers that this process has read. Each write refreshes them. */
  readonly suppliers: Map<string, Supplier>
  readonly recordSuppliers: RecordSuppliers
  readonly writes: WriteQueue
}

/** Returns the options of the record parser. */
export function parseOptionsOf({ gazetteer, fields }: RegistryContext): ParseOptions {
  return gazetteer === undefined ? { fields } : { fields, gazetteer }
}

/** Returns the options of the parser of written records. Records without a category get one where it is certain. */
export function writeParseOptionsOf(context: RegistryContext): ParseOptions {
  const { suppliers } = context
  return { ...parseOptionsOf(context), defaultCategory: (supplier) => suppliers.get(supplier)?.category }
}

/** Reads the suppliers, whose default categories the parser of written records needs. */
export async function readSuppliers({ ledger, suppliers }: RegistryContext): Promise<void> {
  for (const supplier of await ledger.suppliers()) suppliers.set(supplier.id, supplier)
}

/** Returns the current time as ISO 8601 UTC. */
export function now({ clock }: RegistryContext): string {
  return new Date(clock()).toISOString()
}
