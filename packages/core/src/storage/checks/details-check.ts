import { isJsonLongerThan } from '../../encoding/json-length.ts'
import { LIMITS } from '../../model/limits.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Commit } from '../commit.ts'
import type { RecordId } from '../rows.ts'
import { checkId } from './read-arguments.ts'

type DetailedCommit = Pick<Commit, 'records' | 'details'>

/**
 * Rejects details that do not fit the records of their transaction.
 *
 * @throws `validation_failed` with the record in the message.
 */
export function checkDetails({ records, details }: DetailedCommit): void {
  if (details.length === 0) return
  const isDetailed = new Map(records.map(({ id, detailed }) => [id, detailed === true]))
  const seen = new Set<RecordId>()
  for (const { recordId, content } of details) {
    checkId(recordId)
    if (seen.has(recordId)) {
      throw validationError(
        `Two details rows of record ${recordId} in one commit; a commit contains only the last state of each row.`,
      )
    }
    seen.add(recordId)
    const detailed = isDetailed.get(recordId)
    if (detailed === undefined) {
      throw validationError(`The commit has details of record ${recordId}, but not the record. Write both together.`)
    }
    if (detailed !== (content !== undefined)) {
      throw validationError(
        detailed
          ? `Record ${recordId} is detailed, but its details row has no content.`
          : `Record ${recordId} is not detailed, but its details row has content.`,
      )
    }
    if (content !== undefined && isJsonLongerThan(content, LIMITS.detailCharacters)) {
      throw validationError(
        `The details of record ${recordId} are too long; the maximum is ${LIMITS.detailCharacters} UTF-16 units of JSON.`,
      )
    }
  }
}

/**
 * Rejects a record without a details row if the record does not fit its stored details. Without this check, records and
 * details could disagree.
 *
 * @param hasDetails - Reports whether the ledger has details of a record before the transaction.
 * @throws `validation_failed` with the record in the message.
 */
export function checkKeptDetails({ records, details }: DetailedCommit, hasDetails: (id: RecordId) => boolean): void {
  if (records.length === 0) return
  const changed = new Set(details.map(({ recordId }) => recordId))
  for (const { id, detailed } of records) {
    if (changed.has(id) || hasDetails(id) === (detailed === true)) continue
    throw validationError(
      detailed === true
        ? `Record ${id} is detailed, but neither the commit nor the ledger has its details. Add its details row.`
        : `Record ${id} is not detailed, but the ledger has its details. Add a details row without content.`,
    )
  }
}
