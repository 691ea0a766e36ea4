import type { LedgerRow, LedgerRowKind } from '../storage/ledger-row.ts'
import type { CallOptions } from './check-signal.ts'
import { copyData } from './copy-data.ts'
import { ExportChecksum } from './export-checksum.ts'
import { EXPORT_FORMAT, type ExportRow, exportedRow } from './export-format.ts'
import { now, type RegistryContext } from './registry-context.ts'
import { walkLedger } from './walk-ledger.ts'

/**
 * The whole registry, row by row, while others write to it: consistent as of the change that its
 * end names. Other writes of this process wait for the last few rows only.
 *
 * @throws RegistryError as `walkLedger`.
 */
export async function* exportRegistry(
  context: RegistryContext,
  { signal }: CallOptions,
): AsyncGenerator<ExportRow, void> {
  const { ledger } = context
  // The one head for the header and the walk: whoever takes the lines may let any time pass after the first.
  const [head, counters] = await Promise.all([ledger.head(), ledger.counters()])
  const { change, indexVersion = '', scoring } = head
  const checksum = new ExportChecksum()
  yield checksum.sealed({
    kind: 'utpid-export',
    format: EXPORT_FORMAT,
    indexVersion,
    ...(scoring === undefined ? {} : { scoring }),
    change,
    at: now(context),
    records: counters.get('records') ?? 0,
    products: counters.get('products') ?? 0,
  })
  const counts: Partial<Record<LedgerRowKind, number>> = {}
  const pages = walkLedger(ledger, {
    head,
    ...(signal === undefined ? {} : { signal }),
    pause: (read) => context.writes.run(read),
  })
  for await (const page of pages) {
    for (const row of page.rows) {
      if (page.from === 'scan' && saysNothing(row)) continue
      counts[row.kind] = (counts[row.kind] ?? 0) + 1
      yield checksum.sealed(copyData(exportedRow(row)))
    }
    if (page.change !== undefined) yield checksum.sealed({ kind: 'end', change: page.change, rows: counts })
    await context.yield()
  }
}

/** What a scan finds gone is not in an empty registry to begin with. */
function saysNothing(row: LedgerRow): boolean {
  return row.kind === 'ended' || (row.kind === 'edges' && row.rows.length === 0)
}
