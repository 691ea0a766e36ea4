import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Commit } from '../commit.ts'
import { isSameModelVersion, type ModelVersion, modelVersionText } from '../model-version.ts'
import type { BlockingKey, ChangeNumber, DecisionRow, RecordId } from '../rows.ts'
import { checkKeptDetails } from './details-check.ts'

/** The state of a ledger at the time of writing, for the check of preconditions. */
export interface PreconditionState {
  readonly head: ChangeNumber
  readonly indexVersion: string | undefined
  readonly modelVersion: ModelVersion | undefined
  /** Returns the revision of a record; 0 if the id is free. */
  recordRevision(id: RecordId): number
  /** Reports whether the ledger has details of a record. */
  hasDetails(id: RecordId): boolean
  /** Returns the revision of a product; undefined if the product is not active. */
  productRevision(id: ProductId): number | undefined
  /** Reports whether the id was ever minted, whether it is active or not. */
  wasMinted(id: ProductId): boolean
  /** Returns the product of an alias. */
  productOfAlias(alias: string): ProductId | undefined
  /** Returns the decision of a change. */
  decision(change: ChangeNumber): DecisionRow | undefined
}

/** The keys that recent changes wrote or removed. */
export interface RecentKeyChanges {
  /** The number of a change. All later changes are stored here. */
  readonly since: ChangeNumber
  /** Returns the first of the keys that a change after `base` wrote or removed. `base` must not be before `since`. */
  touchedAfter(base: ChangeNumber, keys: readonly BlockingKey[]): BlockingKey | undefined
}

/**
 * Checks the preconditions of a transaction, and that its records fit the stored details. The caller must hold the writer's lock, so that no process writes between
 * check and write.
 *
 * @throws `revision_conflict` with `details.reason`, `read_version_too_old`, `index_outdated`, `model_outdated`,
 *   `validation_failed`
 */
export function checkPreconditions(commit: Commit, present: PreconditionState, recentKeys: RecentKeyChanges): void {
  const { readVersion, preconditions } = commit
  if (readVersion > present.head) {
    throw validationError(
      `readVersion is change ${readVersion}, but the last change here is ${present.head}: readVersion belongs to another registry.`,
    )
  }
  if (preconditions.indexVersion !== undefined && preconditions.indexVersion !== present.indexVersion) {
    throw new RegistryError(
      'index_outdated',
      `This write was computed with index version ${preconditions.indexVersion}, but the ledger has ${present.indexVersion ?? 'none'}. Open the registry again, with the version of utpid that the ledger uses.`,
    )
  }
  if (
    preconditions.modelVersion !== undefined &&
    !isSameModelVersion(preconditions.modelVersion, present.modelVersion)
  ) {
    throw new RegistryError(
      'model_outdated',
      `This write was computed with ${modelVersionText(preconditions.modelVersion)}, but the registry now has ${present.modelVersion === undefined ? 'none' : modelVersionText(present.modelVersion)}. Open the registry again.`,
    )
  }
  for (const [id, expected] of preconditions.records) {
    const found = present.recordRevision(id)
    if (found !== expected) throw conflict('record', `Record ${id}`, { record: id, expected, found })
  }
  for (const [id, expected] of preconditions.products) {
    const found = present.productRevision(id)
    if (found === undefined ? expected !== 0 || present.wasMinted(id) : found !== expected) {
      throw conflict('product', `Product ${id}`, { product: id, expected, found: found ?? 'not active' })
    }
  }
  for (const alias of preconditions.aliases ?? []) {
    const found = present.productOfAlias(alias)
    if (found === undefined) continue
    throw new RegistryError(
      'revision_conflict',
      `The alias "${alias}" was expected to be free, but it leads to product ${found}. Read it again and reapply the change.`,
      { details: { reason: 'alias', alias, found } },
    )
  }
  for (const change of preconditions.decisions ?? []) {
    const found = present.decision(change)
    if (found !== undefined && found.undoneBy === undefined) continue
    const finding = found === undefined ? 'is unknown' : `was undone by change ${found.undoneBy}`
    throw new RegistryError(
      'revision_conflict',
      `The decision of change ${change} was expected to be in force, but it ${finding}. Read it again and reapply the change.`,
      { details: { reason: 'decision', decision: change, found: found?.undoneBy ?? 'not known' } },
    )
  }
  // The check follows the revisions: a record with other details has another revision.
  checkKeptDetails(commit, (id) => present.hasDetails(id))
  if (preconditions.keys.length === 0) return
  if (readVersion < recentKeys.since) {
    throw new RegistryError(
      'read_version_too_old',
      `This write is based on change ${readVersion}, but the ledger only knows the keys of changes after ${recentKeys.since}. Read the rows again and reapply the change.`,
      { details: { readVersion, since: recentKeys.since } },
    )
  }
  const key = recentKeys.touchedAfter(readVersion, preconditions.keys)
  if (key !== undefined) {
    throw new RegistryError(
      'revision_conflict',
      `A record with key ${key} was written after change ${readVersion}. Look up its candidates again and reapply the change.`,
      { details: { reason: 'key', key, readVersion } },
    )
  }
}

function conflict(
  reason: 'record' | 'product',
  what: string,
  details: { expected: number; found: number | string } & Record<string, unknown>,
): RegistryError {
  const { expected, found } = details
  const expectation = expected === 0 ? 'was expected not to exist' : `was expected at revision ${expected}`
  const finding = typeof found === 'number' ? `is at revision ${found}` : 'is not active'
  return new RegistryError(
    'revision_conflict',
    `${what} ${expectation}, but it ${finding}. Read it again and reapply the change.`,
    {
      details: { reason, ...details },
    },
  )
}
