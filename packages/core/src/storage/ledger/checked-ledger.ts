import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { compareText } from '../../text/text-order.ts'
import type { Ledger, StoredRecord } from '../ledger.ts'
import type { ChangeNumber, DecisionRow, LineageRow, ProductRow } from '../rows.ts'
import { ledgerProxy } from './ledger-proxy.ts'
import { readInChunks } from './read-in-chunks.ts'

/**
 * Returns a ledger that reports missing rows, and a change feed or scan in the wrong order, as `storage_corrupt`. Use
 * this ledger to read rows by reference: from a code, link, lineage, change or index entry. To read rows that may not
 * exist, use the original ledger.
 *
 * @param place - Location of the registry, for messages.
 */
export function checkedLedger(ledger: Ledger, place?: string): Ledger {
  const check = new LedgerChecks(ledger, place)
  return {
    ...ledgerProxy(() => ledger),
    async getRecords(ids) {
      const rows = await ledger.getRecords(ids)
      check.all(rows, ids)
      check.links(rows)
      return rows
    },
    async suppliersOf(ids) {
      const rows = await ledger.suppliersOf(ids)
      check.all(rows, ids)
      return rows
    },
    async getProducts(ids) {
      const rows = await ledger.getProducts(ids)
      await check.products(rows, ids)
      return rows
    },
    async scanRecords(after, limit) {
      const rows = await check.scan(ledger.scanRecords(after, limit), after, ({ row }) => row.id)
      check.links(rows)
      return rows
    },
    scanProducts: (after, limit) => check.scan(ledger.scanProducts(after, limit), after, ({ id }) => id),
    scanLineage: (after, limit) => check.scan(ledger.scanLineage(after, limit), after, ({ id }) => id),
    scanDecisions: (after, limit) => check.scan(ledger.scanDecisions(after, limit), after, ({ change }) => change),
    scanAlerts: (after, limit) => check.scan(ledger.scanAlerts(after, limit), after, ({ id }) => id),
    async changes(after, limit) {
      const changes = await ledger.changes(after, limit)
      check.feed(changes, after)
      return changes
    },
  }
}

/** The checks of rows that were read. Each check throws `storage_corrupt`. */
class LedgerChecks {
  readonly #ledger: Ledger
  readonly #place: string | undefined

  constructor(ledger: Ledger, place: string | undefined) {
    this.#ledger = ledger
    this.#place = place
  }

  /** Checks that every record exists. */
  all(rows: readonly unknown[], ids: readonly number[]): void {
    const at = rows.indexOf(undefined)
    if (at >= 0 && this.#isWhole()) throw this.#lost(`other rows refer to record ${ids[at]}, which is missing`)
  }

  /** Checks that active records have a link and inactive records have no link. */
  links(rows: readonly (StoredRecord | undefined)[]): void {
    for (const stored of rows) {
      if (stored === undefined || (stored.link === undefined) === (stored.row.deactivatedAt !== undefined)) continue
      throw this.#lost(
        `record ${stored.row.id} ${stored.link === undefined ? 'is active without' : 'is inactive with'} a link`,
      )
    }
  }

  /** Checks that every active product exists. */
  async products(rows: readonly (ProductRow | undefined)[], ids: readonly ProductId[]): Promise<void> {
    if (!rows.includes(undefined) || !this.#isWhole()) return
    const doubtful = await this.#missing(ids.filter((_, at) => rows[at] === undefined))
    if (doubtful.length === 0) return
    // A product may have been deactivated or reactivated between two reads.
    const again = await this.#ledger.getProducts(doubtful)
    const [gone] = await this.#missing(doubtful.filter((_, at) => again[at] === undefined))
    if (gone !== undefined) throw this.#lost(`other rows refer to product ${gone}, which is missing`)
  }

  /** Checks that the rows of a scan have ascending ids. */
  async scan<Row, Id extends number | string>(
    scan: Promise<Row[]>,
    after: Id | undefined,
    idOf: (row: Row) => Id,
  ): Promise<Row[]> {
    const rows = await scan
    let last = after
    for (const row of rows) {
      const id = idOf(row)
      if (last !== undefined && !isBefore(last, id)) throw this.#lost(`row ${id} comes after row ${last}`)
      last = id
    }
    return rows
  }

  /** Checks that the change feed contains every change. */
  feed(changes: readonly { readonly change: ChangeNumber }[], after: ChangeNumber): void {
    const at = changes.findIndex(({ change }, position) => change !== after + 1 + position)
    if (at >= 0) throw this.#lost(`the change feed does not have change ${after + 1 + at}`)
  }

  /**
   * Reports whether the ledger is complete. In a copy that is catching up, rows of later changes may refer to rows that
   * the copy does not have yet.
   */
  #isWhole(): boolean {
    return this.#ledger.isCatchingUp?.() !== true
  }

  /** Returns the ids of missing products that should exist. */
  async #missing(ids: readonly ProductId[]): Promise<ProductId[]> {
    const lineage = await this.#ledger.lineage(ids)
    return ids.filter((_, at) => lineage[at] === undefined || lineage[at].status === 'active')
  }

  #lost(what: string): RegistryError {
    return damagedRegistry(what, this.#place)
  }
}

/**
 * Reads the lineage of products to which other rows refer.
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

/** Reads decisions by their changes, like {@link requiredLineage}. */
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
