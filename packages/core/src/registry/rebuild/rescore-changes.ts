import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { AlertRow, LineageRow, ProductRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** Kinds of changes of a rescore. Each has a sentence that documents it. */
export const RESCORE_KINDS = {
  merged: 'A product is merged into another product.',
  split: 'Records leave a product for a new or revived product.',
  gained: 'A product gains records of another product that stays active.',
  lost: 'A product loses records to an existing product.',
  created: 'A product is new.',
  revived: 'A product that was merged or retired becomes active again.',
  retired: 'A product becomes inactive without a successor.',
  moved: 'A record goes to another product.',
  confidence: 'A product keeps its records, but its confidence or the confidence of its links changes.',
  unverified: 'A verification is reopened, since the displayed name or place of the product changes.',
  alert_opened: 'Two products now look like one product.',
  alert_closed: 'An alert is withdrawn, or its products are merged.',
  alert_refreshed: 'An alert stays open with another confidence, other records or other products.',
} as const

/** A kind of change of a rescore. */
export type RescoreKind = keyof typeof RESCORE_KINDS

/** An example of a change of a rescore. */
export interface RescoreExample {
  /** The UTPID of the product; null if only a real run mints it. */
  readonly utpid: string | null
  readonly name: string
  /** The other product: the survivor of a merge, the former product of a record, the other product of an alert. */
  readonly other?: { readonly utpid: string | null; readonly name: string }
  /** The record that moves to another product. */
  readonly record?: { readonly supplier: string; readonly code: string; readonly name: string }
  /**
   * The confidence before the rescore, 0 to 1, of the product, the alert, or the link of the record. Null if no such
   * confidence existed.
   */
  readonly confidenceBefore: number | null
  /** The confidence after the rescore; null if the product, alert or link no longer exists. */
  readonly confidenceAfter: number | null
}

/** The changes of a rescore, by kind, with examples. */
export type RescoreChanges = Readonly<
  Record<RescoreKind, { readonly count: number; readonly examples: readonly RescoreExample[] }>
>

/** The default number of examples of each kind. This is also the maximum. */
export const DEFAULT_EXAMPLES = 100
export const MAX_EXAMPLES = 10_000

/** A change with ids, before the names are read. */
interface FoundChange {
  /** The sort key that chooses and orders examples. The key is the same in a dry run and in a real run. */
  readonly order: number | string
  readonly product: ProductId
  readonly other?: ProductId
  readonly record?: RecordId
  readonly before?: number | undefined
  readonly after?: number | undefined
}

type ChangesByKind = Record<RescoreKind, FoundChange[]>

/** Describes the changes of the transaction that swaps in new scores, by kind. */
export class RescoreComparison {
  readonly #context: RegistryContext
  readonly #examples: number
  #changes: RescoreChanges = mapKinds(() => ({ count: 0, examples: [] }))

  /**
   * Creates a comparison.
   *
   * @param examples - Maximum number of examples of each kind.
   */
  constructor(context: RegistryContext, examples: number) {
    this.#context = context
    this.#examples = examples
  }

  /** Returns the changes of the transaction that was compared last. Without such a transaction, returns no changes. */
  changes(): RescoreChanges {
    return this.#changes
  }

  /**
   * Compares a transaction with the ledger. Call this method before the transaction is written.
   *
   * @param dryRun - Whether the transaction is never written. In that case, the ids that the transaction mints have no
   *   meaning.
   */
  async compare(step: Commit, dryRun: boolean): Promise<void> {
    // Products that this transaction mints have no row yet.
    const { ledger } = this.#context.storage
    const touched = new Set([
      ...step.products.map(({ id }) => id),
      ...step.removedProducts,
      ...step.links.map(({ productId }) => productId),
    ])
    const before = new Map<ProductId, ProductRow>()
    for (const row of await readInChunks([...touched], (chunk) => ledger.getProducts(chunk))) {
      if (row !== undefined) before.set(row.id, row)
    }
    const after = new Map(step.products.map((row) => [row.id, row]))
    const lineage = new Map(step.lineage.map((row) => [row.id, row]))
    const alerts = await readInChunks(step.alerts, (chunk) => ledger.getAlerts(chunk.map(({ id }) => id)))
    const found: ChangesByKind = mapKinds(() => [])
    findProducts(found, step, { before, after, lineage })
    for (const { productId: product, method } of step.verifications) {
      if (method !== 'reopened') continue
      const [was, is] = [before.get(product), after.get(product)]
      found.unverified.push({ order: lowest(was?.records), product, before: was?.confidence, after: is?.confidence })
    }
    step.alerts.forEach((row, at) => {
      findAlert(found, alerts[at], row)
    })
    const minted = new Set(dryRun ? step.products.filter(isMinted).map(({ id }) => id) : [])
    const names = { before, after, minted }
    const changes: Partial<Record<RescoreKind, RescoreChanges[RescoreKind]>> = {}
    for (const kind of KINDS) {
      const all = found[kind].sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
      changes[kind] = { count: all.length, examples: await this.#shown(all.slice(0, this.#examples), names) }
    }
    this.#changes = changes as RescoreChanges
  }

  async #shown(found: readonly FoundChange[], { before, after, minted }: Names): Promise<RescoreExample[]> {
    const { ledger, format } = this.#context
    const unknown = found
      .flatMap(({ product, other }) => [product, ...(other === undefined ? [] : [other])])
      .filter((id) => !before.has(id) && !after.has(id))
    const others = new Map<ProductId, ProductRow>()
    for (const row of await readInChunks([...new Set(unknown)], (chunk) => ledger.getProducts(chunk))) {
      if (row !== undefined) others.set(row.id, row)
    }
    const named = (id: ProductId): { utpid: string | null; name: string } => ({
      utpid: minted.has(id) ? null : format.format(id),
      name: (after.get(id) ?? before.get(id) ?? others.get(id))?.goldenRecord.name ?? '',
    })
    const records = found.flatMap(({ record }) => record ?? [])
    const stored = new Map(
      (await readInChunks(records, (chunk) => ledger.getRecords(chunk))).flatMap((each) =>
        each === undefined ? [] : [[each.row.id, each] as const],
      ),
    )
    return found.map(({ product, other, record, before: was, after: is }) => {
      const own = record === undefined ? undefined : stored.get(record)
      const { supplier = '', code = '', name = '' } = own?.row.record ?? {}
      return {
        ...named(product),
        ...(other === undefined ? {} : { other: named(other) }),
        ...(record === undefined ? {} : { record: { supplier, code, name } }),
        confidenceBefore: fraction(record === undefined ? was : own?.link?.confidence),
        confidenceAfter: fraction(is),
      }
    })
  }
}

interface Names {
  readonly before: ReadonlyMap<ProductId, ProductRow>
  readonly after: ReadonlyMap<ProductId, ProductRow>
  /** The products whose ids are not permanent. */
  readonly minted: ReadonlySet<ProductId>
}

interface ProductRows {
  readonly before: ReadonlyMap<ProductId, ProductRow>
  readonly after: ReadonlyMap<ProductId, ProductRow>
  readonly lineage: ReadonlyMap<ProductId, LineageRow>
}

const KINDS = Object.keys(RESCORE_KINDS) as RescoreKind[]

export const NO_CHANGES: RescoreChanges = mapKinds(() => ({ count: 0, examples: [] }))

/**
 * Returns the changes of two transactions together.
 *
 * @param maxExamples - Maximum number of examples of each kind; examples of the first transaction come first.
 */
export function joinChanges(first: RescoreChanges, second: RescoreChanges, maxExamples: number): RescoreChanges {
  const joined: Partial<Record<RescoreKind, RescoreChanges[RescoreKind]>> = {}
  for (const kind of KINDS) {
    const { count, examples } = first[kind]
    const isFull = examples.length >= maxExamples
    joined[kind] = {
      count: count + second[kind].count,
      examples: isFull ? examples : [...examples, ...second[kind].examples].slice(0, maxExamples),
    }
  }
  return joined as RescoreChanges
}

function mapKinds<T>(make: () => T): Record<RescoreKind, T> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<RescoreKind, T>
}

function findProducts(found: ChangesByKind, step: Commit, { before, after, lineage }: ProductRows): void {
  const removed = new Set(step.removedProducts)
  const cameFrom = new Map<RecordId, ProductId>()
  for (const { id, records } of before.values()) for (const record of records) cameFrom.set(record, id)
  /** For each product that loses records, the products that receive these records. */
  const losses = new Map<ProductId, ProductId[]>()
  const linked = new Map(step.links.map((link) => [link.recordId, link]))
  for (const row of after.values()) {
    for (const record of row.records) {
      const from = cameFrom.get(record)
      if (from === undefined || from === row.id) continue
      const link = linked.get(record)
      found.moved.push({ order: record, product: row.id, other: from, record, after: link?.confidence })
      losses.set(from, [...(losses.get(from) ?? []), row.id])
    }
  }
  for (const id of removed) {
    const row = before.get(id)
    const into = lineage.get(id)?.into
    const base = { order: lowest(row?.records), product: id, before: row?.confidence }
    if (into === undefined) found.retired.push(base)
    else found.merged.push({ ...base, other: into, after: after.get(into)?.confidence })
  }
  for (const row of after.values()) {
    const was = before.get(row.id)
    const base = { order: lowest(row.records), product: row.id, before: was?.confidence, after: row.confidence }
    if (was === undefined) {
      const kind = isMinted(row) ? 'created' : 'revived'
      found[kind].push(base)
      continue
    }
    const lostTo = losses.get(row.id) ?? []
    if (lostTo.some((id) => !before.has(id))) found.split.push(base)
    else if (lostTo.length > 0) found.lost.push(base)
    const gainedFrom = row.records.flatMap((record) => cameFrom.get(record) ?? []).filter((from) => from !== row.id)
    if (gainedFrom.some((from) => !removed.has(from))) found.gained.push(base)
    const isWhole = lostTo.length === 0 && gainedFrom.length === 0
    if (isWhole && row.confidence !== was.confidence) found.confidence.push(base)
  }
  const listed = new Set(found.confidence.map(({ product }) => product))
  for (const { productId: id } of step.links) {
    const [was, is] = [before.get(id), after.get(id)]
    const isWhole = was !== undefined && (is ?? was).records.length === was.records.length && !losses.has(id)
    if (!isWhole || listed.has(id)) continue
    listed.add(id)
    const { confidence } = is ?? was
    found.confidence.push({ order: lowest(was.records), product: id, before: was.confidence, after: confidence })
  }
}

function findAlert(found: ChangesByKind, before: AlertRow | undefined, row: AlertRow): void {
  const wasOpen = before?.status === 'open'
  const kind = row.status !== 'open' ? 'alert_closed' : wasOpen ? 'alert_refreshed' : 'alert_opened'
  // The product of the record with the lower id comes first, since the order of minted ids is not stable.
  const [a, b] = row.products
  const [product, other] = row.records[0] < row.records[1] ? [a, b] : [b, a]
  found[kind].push({
    order: row.id,
    product,
    other,
    before: wasOpen ? before.confidence : undefined,
    after: row.status === 'open' ? row.confidence : undefined,
  })
}

/**
 * Reports whether this transaction mints the product. In rows of a transaction, 0 means the number of this transaction.
 */
function isMinted({ mintedChange }: ProductRow): boolean {
  return mintedChange === 0
}

function lowest(records: readonly RecordId[] = []): RecordId {
  return records.reduce((least, id) => Math.min(least, id), Number.MAX_SAFE_INTEGER)
}

function fraction(confidence: number | undefined): number | null {
  return confidence === undefined ? null : confidence / 10_000
}
