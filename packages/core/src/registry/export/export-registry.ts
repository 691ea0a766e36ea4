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

/** What of a registry is exported. */
export interface ExportOptions extends CallOptions {
  /**
   * Only what changed after this change, 0 to the last one, as a delta: it brings what shows the registry as of that
   * change up to date, a snapshot of it say. Everything unless given.
   */
  readonly after?: ChangeNumber
}

/**
 * The whole registry, or what changed of it, row by row, while others write to it: consistent as of the change that its
 * end names. Other writes of this process wait for the last few rows only.
 *
 * @throws RegistryError as `walkLedger`; `storage_corrupt` also when its rows are not as many as its counters tell, before the
 *   end is told; `changes_expired` when the feed does not reach back to `after`.
 */
export async function* exportRegistry(
  context: RegistryContext,
  { signal, after }: ExportOptions,
): AsyncGenerator<ExportRow, void> {
  const { ledger } = context
  // The one head for the header and the walk: whoever takes the lines may let any time pass after the first.
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
  // What cannot be told at all is refused before a line is: over HTTP the answer has begun with the first.
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

/** What a scan finds gone is not in an empty registry to begin with. */
function saysNothing(row: LedgerRow): boolean {
  return row.kind === 'ended' || (row.kind === 'edges' && row.rows.length === 0)
}
