import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { compareText } from '../../text/text-order.ts'
import type { Ledger, StoredRecord } from '../ledger.ts'
import type { ChangeNumber, DecisionRow, LineageRow, ProductRow } from '../rows.ts'
import { ledgerProxy } from './ledger-proxy.ts'
import { readInChunks } from './read-in-chunks.ts'

/**
 * Returns a ledger that reports missing rows as `storage_corrupt`, also a change feed or scan out of order. Use it to
 * read rows by reference: from a code, link, lineage, change or index entry. To read rows that may not exist, use the
 * original ledger.
 *
 * @param place - Location of the registry, for messages.
 */
export function checkedLedger(ledger: Ledger, place?: string): Ledger {
  const lost = (what: string): RegistryError => damagedRegistry(what, place)
  // In a copy that is catching up, rows of later changes may refer to rows that it does not have yet.
  const isWhole = (): boolean => ledger.isCatchingUp?.() !== true

  const expectAll = (rows: readonly unknown[], ids: readonly number[]): void => {
    const at = rows.indexOf(undefined)
    if (at >= 0 && isWhole()) throw lost(`other rows refer to record ${ids[at]}, which is missing`)
  }

  /** Throws unless active records have a link and inactive ones have none. */
  const expectLinks = (rows: readonly (StoredRecord | undefined)[]): void => {
    for (const stored of rows) {
      if (stored === undefined || (stored.link === undefined) === (stored.row.endedAt !== undefined)) continue
      throw lost(`record ${stored.row.id} ${stored.link === undefined ? 'is active without' : 'has ended with'} a link`)
    }
  }

  /** Returns those missing products that should exist. */
  const missing = async (ids: readonly ProductId[]): Promise<ProductId[]> => {
    const lineage = await ledger.lineage(ids)
    return ids.filter((_, at) => lineage[at] === undefined || lineage[at].status === 'active')
  }

  const expectProducts = async (
    rows: readonly (ProductRow | undefined)[],
    ids: readonly ProductId[],
  ): Promise<void> => {
    if (!rows.includes(undefined) || !isWhole()) return
    const doubtful = await missing(ids.filter((_, at) => rows[at] === undefined))
    if (doubtful.length === 0) return
    // A product may have been ended or revived between two reads.
    const again = await ledger.getProducts(doubtful)
    const [gone] = await missing(doubtful.filter((_, at) => again[at] === undefined))
    if (gone !== undefined) throw lost(`other rows refer to product ${gone}, which is missing`)
  }

  const scanned = async <Row, Id extends number | string>(
    scan: Promise<Row[]>,
    after: Id | undefined,
    idOf: (row: Row) => Id,
  ): Promise<Row[]> => {
    const rows = await scan
    let last = after
    for (const row of rows) {
      const id = idOf(row)
      if (last !== undefined && !isBefore(last, id)) throw lost(`row ${id} comes after row ${last}`)
      last = id
    }
    return rows
  }

  return {
    ...ledgerProxy(() => ledger),
    async getRecords(ids) {
      const rows = await ledger.getRecords(ids)
      expectAll(rows, ids)
      expectLinks(rows)
      return rows
    },
    async suppliersOf(ids) {
      const rows = await ledger.suppliersOf(ids)
      expectAll(rows, ids)
      return rows
    },
    async getProducts(ids) {
      const rows = await ledger.getProducts(ids)
      await expectProducts(rows, ids)
      return rows
    },
    async scanRecords(after, limit) {
      const rows = await scanned(ledger.scanRecords(after, limit), after, ({ row }) => row.id)
      expectLinks(rows)
      return rows
    },
    scanProducts: (after, limit) => scanned(ledger.scanProducts(after, limit), after, ({ id }) => id),
    scanLineage: (after, limit) => scanned(ledger.scanLineage(after, limit), after, ({ id }) => id),
    scanDecisions: (after, limit) => scanned(ledger.scanDecisions(after, limit), after, ({ change }) => change),
    scanAlerts: (after, limit) => scanned(ledger.scanAlerts(after, limit), after, ({ id }) => id),
    async changes(after, limit) {
      const changes = await ledger.changes(after, limit)
      const at = changes.findIndex(({ change }, position) => change !== after + 1 + position)
      if (at >= 0) throw lost(`the change feed does not have change ${after + 1 + at}`)
      return changes
    },
  }
}

/**
 * Reads the lineage of products that other rows refer to.
 *
 * @throws RegistryError `storage_corrupt` if a product was never minted.
 */
export async function requiredLineage(
  ledger: Pick<Ledger, 'lineage' | 'isCatchingUp'>,
  ids: readonly ProductId[],
  place: string | undefined,
): Promise<LineageRow[]> {
  const rows = await readInChunks(ids, (chunk) => ledger.lineage(chunk))
  const at = rows.indexOf(undefined)
  if (at >= 0 && ledger.isCatchingUp?.() !== true) {
    throw damagedRegistry(`other rows refer to product ${ids[at]}, which was never minted`, place)
  }
  return rows.filter((row) => row !== undefined)
}

/** Like {@link requiredLineage}, for decisions by their changes. */
export async function requiredDecisions(
  ledger: Pick<Ledger, 'decisions' | 'isCatchingUp'>,
  changes: readonly ChangeNumber[],
  place: string | undefined,
): Promise<DecisionRow[]> {
  const rows = await readInChunks(changes, (chunk) => ledger.decisions(chunk))
  const at = rows.indexOf(undefined)
  if (at >= 0 && ledger.isCatchingUp?.() !== true) {
    throw damagedRegistry(`other rows refer to the decision of change ${changes[at]}, which is missing`, place)
  }
  return rows.filter((row) => row !== undefined)
}

/**
 * Returns the error for a damaged registry.
 *
 * @param damage - The damage, as a sentence without full stop.
 * @param place - Location of the registry.
 */
export function damagedRegistry(damage: string, place: string | undefined): RegistryError {
  const where = place === undefined ? 'The registry' : `The registry in ${place}`
  return new RegistryError(
    'storage_corrupt',
    `${where} is damaged: ${damage}. Restore it from a backup or an export, or import the feeds into a new registry.`,
  )
}

function isBefore<Id extends number | string>(a: Id, b: Id): boolean {
  return typeof a === 'string' && typeof b === 'string' ? compareText(a, b) < 0 : a < b
}
