import { hashData } from '../../encoding/data-hash.ts'
import type { ExportFacts } from '../../storage/bulk-load.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import { LoadCounts } from '../copy/load-counts.ts'
import { idOf } from '../copy/load-rows.ts'
import { keyOf } from '../copy/write-rows.ts'
import { parseExportedRow } from './export-format.ts'

/** The rows of some lines of an export. */
export interface ReadLines {
  readonly rows: readonly LedgerRow[]
  readonly facts: ExportFacts
}

const CHECKSUM = /^[0-9a-f]{8}$/

/**
 * Parses some lines of an export without the previous and the next lines, for example in another thread. The caller
 * must check the chain of checksums and repeated keys.
 *
 * @returns undefined unless each line is a row and all keys differ. Then the caller reads the lines one by one, which
 *   reports the reason.
 */
export function readExportLines(lines: readonly string[]): ReadLines | undefined {
  try {
    return read(lines)
  } catch {
    return undefined
  }
}

function read(lines: readonly string[]): ReadLines | undefined {
  const hashes = new Int32Array(lines.length)
  const checksums = new Uint32Array(lines.length)
  const rows: LedgerRow[] = []
  for (const [at, line] of lines.entries()) {
    const { checksum, ...content } = JSON.parse(line) as { readonly checksum?: unknown }
    if (typeof checksum !== 'string' || !CHECKSUM.test(checksum)) return undefined
    hashes[at] = hashData(content)
    checksums[at] = Number.parseInt(checksum, 16)
    const row = parseExportedRow(content)
    // The caller stores models separately. A removed product may be in other lines, so the caller handles these rows.
    if (row.kind === 'modelVersion' || row.kind === 'removed') return undefined
    rows.push(row)
  }
  const rowKeys = identityOf(rows)
  return rowKeys === undefined ? undefined : { rows, facts: { hashes, checksums, ...rowKeys, ...factsOf(rows) } }
}

/** Returns the keys of the rows; undefined if two rows have the same key. */
function identityOf(rows: readonly LedgerRow[]): Pick<ExportFacts, 'ids' | 'names'> | undefined {
  const ids = new Map<LedgerRowKind, Set<number>>()
  const names = new Set<string>()
  let different = 0
  for (const row of rows) {
    const id = idOf(row)
    if (id === undefined) names.add(keyOf(row))
    else {
      const idSet = ids.get(row.kind)
      if (idSet === undefined) ids.set(row.kind, new Set([id]))
      else idSet.add(id)
    }
  }
  for (const idSet of ids.values()) different += idSet.size
  if (different + names.size < rows.length) return undefined
  const byKind = Object.fromEntries([...ids].map(([kind, idSet]) => [kind, Float64Array.from(idSet)]))
  return { ids: byKind, names: [...names] }
}

function factsOf(rows: readonly LedgerRow[]): Omit<ExportFacts, 'hashes' | 'checksums' | 'ids' | 'names'> {
  const kinds: Partial<Record<LedgerRowKind, number>> = {}
  const links: number[] = []
  const products: number[] = []
  const lineages: number[] = []
  const counts = new LoadCounts()
  for (const row of rows) {
    kinds[row.kind] = (kinds[row.kind] ?? 0) + 1
    counts.add(row)
    if (row.kind === 'record') links.push(row.row.id, row.link?.productId ?? -1)
    else if (row.kind === 'lineage') lineages.push(row.row.id, row.row.status === 'active' ? 1 : 0)
    else if (row.kind === 'product') {
      const { id, records } = row.row
      products.push(id, records.length)
      for (const record of records) products.push(record)
    }
  }
  const columns = {
    links: Float64Array.from(links),
    products: Float64Array.from(products),
    lineages: Float64Array.from(lineages),
  }
  return { kinds, ...columns, ...counts.facts() }
}
