import { RegistryError } from '../../model/registry-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { LedgerRow } from '../../storage/ledger-row.ts'
import { writeRows } from '../copy/write-rows.ts'
import { type DeltaEnd, type DeltaHeader, parseDeltaEnd, parseDeltaHeader } from './export-format.ts'
import { type ExportForm, ExportLineReader } from './export-line-reader.ts'

/** The changes of a registry, as `Registry.export` returns them if `after` is set. */
export interface Delta {
  readonly header: DeltaHeader
  readonly rows: readonly LedgerRow[]
  readonly end: DeltaEnd
}

const DELTA_FORM: ExportForm<DeltaHeader, DeltaEnd> = {
  kind: 'utpid-delta',
  name: 'delta',
  adviceByKind: { 'utpid-export': 'this is a whole export; restore it into a new storage' },
  header: parseDeltaHeader,
  end: parseDeltaEnd,
}

/**
 * Reads a whole delta before any change is applied, so that no part of a damaged delta is applied.
 *
 * @param lines - Lines in order, as text or as parsed JSON.
 * @throws RegistryError `export_damaged`, with the line and the reason in `details`; `storage_version`.
 */
export async function readDelta(lines: Iterable<unknown> | AsyncIterable<unknown>): Promise<Delta> {
  const reader = new ExportLineReader(DELTA_FORM)
  const rows: LedgerRow[] = []
  for await (const line of lines) {
    const content = reader.read(line)
    if (content !== undefined && content.kind !== 'utpid-delta' && content.kind !== 'end') rows.push(content)
  }
  return { ...reader.finish(), rows }
}

/**
 * Writes the rows of a delta into a ledger. The caller must check that the ledger is in the state of the delta's base
 * change or later.
 *
 * @throws RegistryError see `writeRows`.
 */
export async function applyDelta(target: Ledger, { header, rows }: Delta): Promise<void> {
  try {
    await writeRows(target, rows, header.at)
  } catch (error) {
    if (!(error instanceof RegistryError && error.code === 'supplier_code_taken')) throw error
    throw new RegistryError('export_damaged', `The delta belongs to another registry: ${error.message}`, {
      cause: error,
    })
  }
}
