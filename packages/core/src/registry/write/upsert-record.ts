import { parseRecord } from '../../ingest/parse-record.ts'
import { checkText } from '../context/check-arguments.ts'
import type { CallOptions } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { IncomingRecord } from '../records/incoming-record.ts'
import type { ImportOutcome } from './import-records.ts'
import { type WrittenRecord, writeRecords } from './write-records.ts'

/** Writes one record; a record that cannot be used is answered with the reason. */
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

/** How one record is written. */
export interface UpsertOptions extends CallOptions {
  /** The supplier of a record that names none. */
  readonly supplier?: string
  /**
   * Names this write: repeating it with the same token has one effect, even when the answer was lost; it is answered as
   * `unchanged`, also when others have written the record since. Each write takes a token of its own: what is sent
   * under one that is known is not written, and refused with `validation_failed` when it says something else than
   * the record has held since that write.
   */
  readonly token?: string
}
