import { defined } from '../../model/defined.ts'
import type { LedgerHead } from '../../storage/ledger.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import type { CallOptions } from '../context/check-signal.ts'
import { copyData } from '../context/copy-data.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { digestBefore, digestOfChange } from '../copy/change-digest.ts'
import { type ScanPage, scanLedger } from '../copy/scan-ledger.ts'
import { ExportChecksum } from './export-checksum.ts'
import { type DeltaHeader, EXPORT_FORMAT, type ExportHeader, type ExportRow, exportedRow } from './export-format.ts'
import { ScanTotals } from './scan-totals.ts'

/** The options of `export`. */
export interface ExportOptions extends CallOptions {
  /**
   * The number of a change, 0 to the latest change. If set, the call exports only later changes, as a delta. A delta
   * updates a registry in the state of that change, such as a restored registry package. Default: export everything.
   */
  readonly after?: ChangeNumber
}

/**
 * Exports the registry or its changes row by row during concurrent writes. The result is the consistent state at the
 * change in the end line. Other writes of this process wait only during the last few rows.
 *
 * @throws RegistryError see `scanLedger`; `storage_corrupt` before the end line if the rows do not match the counters;
 *   `changes_expired` if the change feed does not reach back to `after`.
 */
export async function* exportRegistry(
  context: RegistryContext,
  { signal, after }: ExportOptions,
): AsyncGenerator<ExportRow, void> {
  const { ledger } = context
  // The header and the scan use the same head, since the consumer may ask for the second line much later.
  const head = await ledger.head()
  const checksum = new ExportChecksum()
  const first = await header(context, head, after)
  const counts: Partial<Record<LedgerRowKind, number>> = {}
  const pages = scanLedger(ledger, {
    head,
    ...defined({ after, signal }),
    place: context.storage.place,
    withWriteLease: (read) => context.writes.runExclusive(read),
  })
  // This code reads the first page before it yields the header, so that an impossible export fails before any output.
  // Over HTTP, the first line starts the response.
  const firstPage = await pages.next()
  yield checksum.withChecksum(first)
  const totals = after === undefined ? new ScanTotals() : undefined
  for await (const page of withFirstPage(firstPage, pages)) {
    totals?.take(page)
    if (page.counters !== undefined) totals?.compare(page.counters, context.storage.place)
    for (const row of page.rows) {
      if (page.from === 'scan' && hasNoEffect(row)) continue
      counts[row.kind] = (counts[row.kind] ?? 0) + 1
      yield checksum.withChecksum(copyData(exportedRow(row)))
    }
    if (page.change !== undefined) {
      const digest = after === undefined ? undefined : await digestOfChange(ledger, page.change)
      yield checksum.withChecksum({
        kind: 'end',
        change: page.change,
        rows: counts,
        ...defined({ digest }),
      })
    }
    await context.yield()
  }
}

async function* withFirstPage(
  firstPage: IteratorResult<ScanPage, void>,
  rest: AsyncGenerator<ScanPage, void>,
): AsyncGenerator<ScanPage, void> {
  if (firstPage.done === true) return
  yield firstPage.value
  yield* rest
}

async function header(
  context: RegistryContext,
  { change, indexVersion = '', modelVersion }: LedgerHead,
  after: ChangeNumber | undefined,
): Promise<ExportHeader | DeltaHeader> {
  const { ledger } = context
  const headerFields = {
    format: EXPORT_FORMAT,
    indexVersion,
    ...defined({ modelVersion }),
    change,
    at: now(context),
  } as const
  if (after === undefined) {
    const counters = await ledger.counters()
    const [records, products] = [counters.get('records') ?? 0, counters.get('products') ?? 0]
    return { kind: 'utpid-export', ...headerFields, records, products }
  }
  const digest = await digestBefore(ledger, after)
  return { kind: 'utpid-delta', ...headerFields, after, ...defined({ digest }) }
}

/** Reports whether a row has no effect on an empty registry. A scan may return removals, which have no effect there. */
function hasNoEffect(row: LedgerRow): boolean {
  return row.kind === 'removed' || (row.kind === 'edges' && row.rows.length === 0)
}
