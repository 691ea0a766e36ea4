import { parseRecord } from '../../ingest/parse-record.ts'
import { defined } from '../../model/defined.ts'
import { checkText } from '../context/check-arguments.ts'
import type { CallOptions } from '../context/check-signal.ts'
import { type RegistryContext, writeParseOptionsOf } from '../context/registry-context.ts'
import { IncomingRecord } from '../records/incoming-record.ts'
import type { ImportOutcome } from './import-records.ts'
import { type WrittenRecord, writeRecords } from './write-records.ts'

/** Writes one record. If the record cannot be used, the outcome contains the reason. */
export async function upsertRecord(
  context: RegistryContext,
  input: unknown,
  { supplier, idempotencyKey }: UpsertOptions = {},
): Promise<ImportOutcome> {
  checkText(supplier, 'supplier')
  checkText(idempotencyKey, 'idempotencyKey')
  const parsed = parseRecord(input, {
    ...writeParseOptionsOf(context),
    ...defined({ supplier }),
  })
  const { repairs } = parsed
  if ('rejection' in parsed) return { index: 0, outcome: 'rejected', rejection: parsed.rejection, repairs }
  const { record } = parsed
  const written = (await writeRecords(context, [new IncomingRecord(record, context.fields)], { idempotencyKey }))
    .records[0] as WrittenRecord
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

/** The options of `upsert`. */
export interface UpsertOptions extends CallOptions {
  /** The supplier of a record that contains no supplier. */
  readonly supplier?: string
  /**
   * The idempotency key. If a call repeats the key, the registry writes nothing, even if the first response was lost.
   * The outcome is `unchanged`, even if another process has written the record since. So use a new idempotency key for
   * each write. The call fails with `validation_failed` if its content differs from every content of the record since
   * the first write.
   */
  readonly idempotencyKey?: string
}
