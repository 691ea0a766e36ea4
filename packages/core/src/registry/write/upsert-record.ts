import { parseRecord } from '../../ingest/parse-record.ts'
import { checkText } from '../context/check-arguments.ts'
import type { CallOptions } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { IncomingRecord } from '../records/incoming-record.ts'
import type { ImportOutcome } from './import-records.ts'
import { type WrittenRecord, writeRecords } from './write-records.ts'

/** Writes one record. An unusable record is answered with the reason. */
export async function upsertRecord(
  context: RegistryContext,
  input: unknown,
  { supplier, token }: UpsertOptions = {},
): Promise<ImportOutcome> {
  checkText(supplier, 'supplier')
  checkText(token, 'token')
  const parsed = parseRecord(input, {
    ...(supplier === undefined ? {} : { supplier }),
    ...(context.gazetteer === undefined ? {} : { gazetteer: context.gazetteer }),
  })
  const { repairs } = parsed
  if ('rejection' in parsed) return { index: 0, outcome: 'rejected', rejection: parsed.rejection, repairs }
  const { record } = parsed
  const written = (await writeRecords(context, [new IncomingRecord(record)], { token })).records[0] as WrittenRecord
  return {
    index: 0,
    outcome: written.outcome,
    supplier: record.supplier,
    code: record.code,
    utpid: context.format.format(written.productId),
    confidence: written.confidence / 10_000,
    repairs,
  }
}

/** Options of `upsert`. */
export interface UpsertOptions extends CallOptions {
  /** Supplier of a record that names none. */
  readonly supplier?: string
  /**
   * Idempotency key. Repeating the write with the same token has one effect, even after a lost answer; the outcome is
   * `unchanged`, also if others have written the record since. Use a new token for each write: a write with a known
   * token is not written. It fails with `validation_failed` if its content differs from what the record has had since
   * that write.
   */
  readonly token?: string
}
