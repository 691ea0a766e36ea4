import { LIMITS } from '../../model/limits.ts'
import type { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Commit } from '../commit.ts'
import type { ImportRow, ProductRow, RecordId, RecordRow } from '../rows.ts'
import { checkDetails } from './details-check.ts'
import { checkId } from './read-arguments.ts'

/**
 * Rejects a contradictory transaction before anything is written. Otherwise, the ledger and the index would interpret
 * it differently.
 *
 * @throws `validation_failed` with the row in the message.
 */
export function checkCommit(commit: Commit): void {
  if (commit.records.length > LIMITS.recordRowsPerCommit) {
    throw rejection(
      `${commit.records.length} records in one commit are too many; the maximum is ${LIMITS.recordRowsPerCommit}. Use several commits.`,
    )
  }
  if (commit.idempotencyKey === '') throw rejection('The idempotency key is empty; omit it.')
  if (!Number.isSafeInteger(commit.readVersion) || commit.readVersion < 0) {
    throw rejection(`readVersion is ${commit.readVersion}; give the change of head() before the reads.`)
  }
  const linked = distinct(commit.links, (link) => link.recordId, 'Two links of record')
  for (const link of commit.links) checkId(link.productId)
  distinct(commit.records, (row) => row.id, 'Two rows of record')
  for (const row of commit.records) checkRecord(row, linked)
  checkDetails(commit)
  for (const id of commit.unlinked) {
    if (linked.has(id)) throw rejection(`Record ${id} is both linked and unlinked in one commit.`)
  }
  const products = distinct(commit.products, (row) => row.id, 'Two rows of product')
  for (const row of commit.products) checkProduct(row)
  for (const id of commit.removedProducts) {
    if (products.has(id)) throw rejection(`Product ${id} is both written and deactivated in one commit.`)
  }
  distinct(commit.concordances ?? [], (row) => row.id, 'Two rows of the concordances for')
  checkImports(commit.imports ?? [])
  // 0 means this transaction, so two new decisions would both have 0.
  distinct(commit.decisions, (row) => row.change, 'Two decisions of change')
}

function checkRecord(row: RecordRow, linked: ReadonlySet<RecordId>): void {
  const active = row.deactivatedAt === undefined
  if (active && !linked.has(row.id)) {
    throw rejection(
      `Record ${row.id} has no link; a commit must contain the link of every active record that it writes.`,
    )
  }
  if (!active && (linked.has(row.id) || row.keys.length > 0)) {
    throw rejection(`Record ${row.id} is inactive, so it can have neither a link nor keys.`)
  }
  if (active && row.formerProduct !== undefined) {
    throw rejection(`Record ${row.id} is active, so it must not have endedFrom.`)
  }
  if (row.keys.length > LIMITS.keysPerRecord) {
    throw rejection(`Record ${row.id} has ${row.keys.length} keys; the maximum is ${LIMITS.keysPerRecord}.`)
  }
  let last = -1
  for (const key of row.keys) {
    if (!Number.isSafeInteger(key) || key <= last) {
      throw rejection(
        `Keys of record ${row.id} must be distinct, ascending integers of 0 to 2^53 - 1; ${key} follows ${last}.`,
      )
    }
    last = key
  }
}

function checkImports(rows: readonly ImportRow[]): void {
  const keys = new Set<string>()
  for (const row of rows) {
    const { supplier, change } = row
    checkId(change)
    if (supplier === '') throw rejection('An import row has no supplier.')
    const key = `${supplier} ${change}`
    if (keys.has(key)) throw rejection(`Two import rows of ${supplier} for change ${change} in one commit.`)
    keys.add(key)
    if (JSON.stringify(row).length <= LIMITS.importSummaryCharacters) continue
    throw rejection(
      `An import row of ${supplier} is too long; the maximum is ${LIMITS.importSummaryCharacters} characters.`,
    )
  }
}

function checkProduct({ id, verified, verifiedBy }: ProductRow): void {
  if (verified === (verifiedBy !== undefined)) return
  throw rejection(
    verified
      ? `Product ${id} is verified, so it must have verifiedBy.`
      : `Product ${id} is not verified, so it must not have verifiedBy.`,
  )
}

function distinct<Row, Id extends number | string>(
  rows: readonly Row[],
  idOf: (row: Row) => Id,
  complaint: string,
): Set<Id> {
  const ids = new Set<Id>()
  for (const row of rows) {
    const id = idOf(row)
    if (typeof id === 'number') checkId(id)
    if (ids.has(id))
      throw rejection(`${complaint} ${id} in one commit; a commit contains only the last state of each row.`)
    ids.add(id)
  }
  return ids
}

function rejection(message: string): RegistryError {
  return validationError(message)
}
