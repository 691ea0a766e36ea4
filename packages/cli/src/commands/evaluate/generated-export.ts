import { setImmediate } from 'node:timers/promises'
import { parseRecord, type SupplierRecord } from '@utpid/core'
import { exportClusters } from '@utpid/core/copy'
import { toRecord } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import type { GeneratedFeeds } from '@utpid/generator'
import type { ExportOutput } from '../../command/export-output.ts'
import type { Io } from '../../io/io.ts'
import { LineWriter } from '../../io/line-writer.ts'
import { Progress } from '../../progress/progress.ts'

/** Creation time of generated products. It is fixed, so that the same seed gives the same bytes. */
const MADE_AT = '2026-01-01T00:00:00.000Z'

/** Counts of a generated export. */
export interface GeneratedExportCounts {
  readonly records: number
  /** Real products that have at least one record. */
  readonly products: number
  readonly bySupplier: ReadonlyMap<string, number>
  /** Rows that a registry would reject, for example for an empty name; they are not in the export. */
  readonly rejected: number
}

/**
 * Writes generated products as an export that `utpid restore` reads. The export has records with keys and features. The
 * truth links the records, without matching. Memory use does not depend on the number of records.
 *
 * @param wanted - Total number of records.
 */
export async function writeGeneratedExport(
  io: Io,
  feeds: GeneratedFeeds,
  { wanted, seed }: { wanted: number; seed: number },
  output: ExportOutput,
): Promise<GeneratedExportCounts> {
  const gazetteer = loadGazetteer()
  const bySupplier = new Map(feeds.suppliers.map(({ id }) => [id, 0]))
  const counts = { records: 0, products: 0, rejected: 0 }
  function* groups(): Generator<SupplierRecord[]> {
    for (let index = 0; counts.records < wanted; index++) {
      const records: SupplierRecord[] = []
      for (const row of feeds.recordsOf(index)) {
        const parsed = parseRecord(toRecord({ ...row }), { gazetteer })
        if (!('record' in parsed)) counts.rejected++
        else if (counts.records + records.length < wanted) records.push(parsed.record)
      }
      if (records.length === 0) continue
      for (const { supplier } of records) bySupplier.set(supplier, (bySupplier.get(supplier) ?? 0) + 1)
      counts.records += records.length
      counts.products++
      yield records
    }
  }
  const lines = new LineWriter(output)
  const progress = new Progress(io, 'records')
  try {
    const rows = exportClusters(groups(), {
      gazetteer,
      seed,
      suppliers: feeds.suppliers.map(({ id, name }) => ({ id, name, priority: 0, since: MADE_AT })),
      clock: () => Date.parse(MADE_AT),
      expected: { records: wanted },
      signal: io.signal,
      yield: async () => {
        progress.records(counts.records, wanted)
        await setImmediate()
      },
    })
    for await (const row of rows) await lines.write(`${JSON.stringify(row)}\n`)
    await lines.flush()
  } finally {
    progress.stop()
  }
  return { ...counts, bySupplier }
}
