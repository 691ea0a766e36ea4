import { setImmediate } from 'node:timers/promises'
import { parseRecord } from '@utpid/core'
import { RECORD_FIELDS } from '@utpid/core/fields'
import type { RecordFeatures } from '@utpid/core/scoring'
import { storedFeatures } from '@utpid/evaluation'
import type { SupplierRecords } from '@utpid/training'
import { usageError } from '../errors/cli-error.ts'
import { type ImportSourcesOptions, readSourcesWithNotices } from '../evaluation/import-sources.ts'
import { NOTICES_SHOWN } from '../evaluation/read-labels.ts'
import { checkSources } from '../evaluation/read-sources.ts'
import { counted } from '../text/number-text.ts'
import { setName } from './read-training-sets.ts'

export type ReadSupplierRecordsOptions = Omit<ImportSourcesOptions, 'model' | 'onProgress'> & {
  /** Suppliers that list one product under several codes. */
  readonly severalCodes: readonly string[]
}

/** Records read between two checks for a stop signal. */
const BATCH_SIZE = 500

/**
 * Reads the records of feeds by supplier: their source, or the name of the file for records without one. If a supplier
 * repeats a code, the last record counts.
 *
 * @throws CliError when an option names a supplier that no feed has.
 */
export async function readSupplierRecords(
  files: readonly string[],
  options: ReadSupplierRecordsOptions,
): Promise<SupplierRecords[]> {
  const { gazetteer, schema, signal, onNotice, severalCodes } = options
  const bySupplier = new Map<string, Map<string, RecordFeatures>>()
  const seen = new Set<string>()
  let [read, rejected, repeated] = [0, 0, 0]
  for (const file of files) {
    for await (const row of readSourcesWithNotices([file], options, seen)) {
      if (read++ % BATCH_SIZE === 0) {
        await setImmediate()
        signal?.throwIfAborted()
      }
      const supplier = row.supplier === undefined || row.supplier === '' ? setName(file) : row.supplier
      const parsed = parseRecord({ ...row, supplier }, { gazetteer, fields: schema?.fields ?? RECORD_FIELDS })
      if (!('record' in parsed)) {
        if (++rejected <= NOTICES_SHOWN) onNotice(`${file}: a record is skipped: ${parsed.rejection.message}`)
        continue
      }
      const { record } = parsed
      const own = bySupplier.get(record.supplier) ?? new Map<string, RecordFeatures>()
      bySupplier.set(record.supplier, own)
      if (own.has(record.code)) repeated++
      own.set(record.code, storedFeatures(record, false, gazetteer, schema))
    }
  }
  checkSources(options, seen)
  if (rejected > 0) onNotice(`${counted(rejected, 'record')} of ${counted(read, 'record')} were rejected.`)
  if (repeated > 0) onNotice(`${counted(repeated, 'record')} repeat a code; the last one counts.`)
  checkSuppliers(severalCodes, [...bySupplier.keys()])
  return [...bySupplier].map(([supplier, records]) => ({
    supplier,
    records: [...records.values()],
    severalCodes: severalCodes.includes(supplier),
  }))
}

function checkSuppliers(named: readonly string[], known: readonly string[]): void {
  const unknown = named.find((each) => !known.includes(each))
  if (unknown === undefined) return
  throw usageError(
    `No record has the supplier "${unknown}"; the suppliers of the feeds are ${known.toSorted().join(', ') || 'unknown'}.`,
  )
}
