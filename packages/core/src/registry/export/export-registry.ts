import type { LedgerHead } from '../../storage/ledger.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { ChangeNumber } from '../../storage/rows.ts'
import type { CallOptions } from '../context/check-signal.ts'
import { copyData } from '../context/copy-data.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { markBefore, markOfChange } from '../copy/change-mark.ts'
import { type WalkedPage, walkLedger } from '../copy/walk-ledger.ts'
import { ExportChecksum } from './export-checksum.ts'
import { type DeltaHeader, EXPORT_FORMAT, type ExportHeader, type ExportRow, exportedRow } from './export-format.ts'
import { WalkedTotals } from './walked-totals.ts'

/** Options of `export`. */
export interface ExportOptions extends CallOptions {
  /**
   * Exports only the changes after this one, 0 to the latest, as a delta. A delta updates a registry as of that change,
   * such as a registry package. Default: everything.
   */
  readonly after?: ChangeNumber
}

/**
 * Exports the registry or its changes row by row while others write: consistent as of the change in the end line. Other
 * writes of this process wait only for the last few rows.
 *
 * @throws RegistryError as `walkLedger`; `storage_corrupt` also if the rows do not match the counters, before the end
 *   line; `changes_expired` if the change feed does not reach back to `after`.
 */
export async function* exportRegistry(
  context: RegistryContext,
  { signal, after }: ExportOptions,
): AsyncGenerator<ExportRow, void> {
  const { ledger } = context
  // The header and the scan use the same head, since the consumer may wait any time after the first line.
  const head = await ledger.head()
  const checksum = new ExportChecksum()
  const first = await header(context, head, after)
  const counts: Partial<Record<LedgerRowKind, number>> = {}
  const pages = walkLedger(ledger, {
    head,
    ...(after === undefined ? {} : { after }),
    ...(signal === undefined ? {} : { signal }),
    place: context.storage.place,
    pause: (read) => context.writes.run(read),
  })
  // Reads the first page before the header line, so that an impossible export fails before any output: over HTTP the
  // first line starts the response.
  const beginning = await pages.next()
  yield checksum.sealed(first)
  const totals = after === undefined ? new WalkedTotals() : undefined
  for await (const page of begunPages(beginning, pages)) {
    totals?.take(page)
    if (page.counters !== undefined) totals?.compare(page.counters, context.storage.place)
    for (const row of page.rows) {
      if (page.from === 'scan' && saysNothing(row)) continue
      counts[row.kind] = (counts[row.kind] ?? 0) + 1
      yield checksum.sealed(copyData(exportedRow(row)))
    }
    if (page.change !== undefined) {
      const mark = after === undefined ? undefined : await markOfChange(ledger, page.change)
      yield checksum.sealed({
        kind: 'end',
        change: page.change,
        rows: counts,
        ...(mark === undefined ? {} : { mark }),
      })
    }
    await context.yield()
  }
}

async function* begunPages(
  beginning: IteratorResult<WalkedPage, void>,
  rest: AsyncGenerator<WalkedPage, void>,
): AsyncGenerator<WalkedPage, void> {
  if (beginning.done === true) return
  yield beginning.value
  yield* rest
}

async function header(
  context: RegistryContext,
  { change, indexVersion = '', scoring }: LedgerHead,
  after: ChangeNumber | undefined,
): Promise<ExportHeader | DeltaHeader> {
  const { ledger } = context
  const begun = {
    format: EXPORT_FORMAT,
    indexVersion,
    ...(scoring === undefined ? {} : { scoring }),
    change,
    at: now(context),
  } as const
  if (after === undefined) {
    const counters = await ledger.counters()
    const [records, products] = [counters.get('records') ?? 0, counters.get('products') ?? 0]
    return { kind: 'utpid-export', ...begun, records, products }
  }
  const mark = await markBefore(ledger, after)
  return { kind: 'utpid-delta', ...begun, after, ...(mark === undefined ? {} : { mark }) }
}

/** Removals found by a scan have no effect on an empty registry. */
function saysNothing(row: LedgerRow): boolean {
  return row.kind === 'ended' || (row.kind === 'edges' && row.rows.length === 0)
}
