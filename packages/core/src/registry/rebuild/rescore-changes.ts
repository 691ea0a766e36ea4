import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { AlertRow, LineageRow, ProductRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** Every kind of change that a rescore makes, with the sentence that documents it. */
export const RESCORE_KINDS = {
  merged: 'A product is merged into another one.',
  split: 'Records leave a product for one that is new or comes back.',
  gained: 'A product gains records of one that goes on.',
  lost: 'A product loses records to one that was there.',
  created: 'A product is new.',
  revived: 'A product that was merged or retired comes back.',
  retired: 'A product ends without another one to answer for it.',
  moved: 'A record goes to another product.',
  confidence: 'A product keeps its records, and links of it or the product itself get another confidence.',
  unverified: 'A verification is reopened, since the product comes to show another name or place.',
  alert_opened: 'Two products begin to look like one.',
  alert_closed: 'An alert is withdrawn, or its products are merged.',
  alert_refreshed: 'An alert stays open with another confidence, other records or other products.',
} as const

/** A kind of change by scoring anew. */
export type RescoreKind = keyof typeof RESCORE_KINDS

/** A product that scoring anew changes. */
export interface RescoreExample {
  /** The product; null when it gets its UTPID only when it is really made. */
  readonly utpid: string | null
  readonly name: string
  /** The other product: that it is merged into, that the record comes from, the other one of an alert. */
  readonly other?: { readonly utpid: string | null; readonly name: string }
  /** The record that moves. */
  readonly record?: { readonly supplier: string; readonly code: string; readonly name: string }
  /** 0 to 1: of the product, the alert, or the link of the record; null when there was none. */
  readonly confidenceBefore: number | null
  /** As {@link confidenceBefore}; null when there is none any more. */
  readonly confidenceAfter: number | null
}

/** What scoring anew changes, by kind, with examples. */
export type RescoreChanges = Readonly<
  Record<RescoreKind, { readonly count: number; readonly examples: readonly RescoreExample[] }>
>

/** Examples of each kind unless asked otherwise, and at most. */
export const EXAMPLES = 100
export const EXAMPLES_MOST = 10_000

/** A change before its names are looked up. */
interface Found {
  /** By which examples are chosen and ordered: the same ones whether it is really done or not. */
  readonly order: number | string
  readonly product: ProductId
  readonly other?: ProductId
  readonly record?: RecordId
  readonly before?: number | undefined
  readonly after?: number | undefined
}

type Everything = Record<RescoreKind, Found[]>

/** Says what a step that switches to other scores changes, by kind. */
export class RescoreComparison {
  readonly #context: RegistryContext
  readonly #examples: number
  #changes: RescoreChanges = mapKinds(() => ({ count: 0, examples: [] }))

  /** @param examples - Of each kind, at most. */
  constructor(context: RegistryContext, examples: number) {
    this.#context = context
    this.#examples = examples
  }

  /** Of the last step that was compared; nothing when none was. */
  changes(): RescoreChanges {
    return this.#changes
  }

  /**
   * Compares a step with what the ledger holds; to be called before it is taken.
   *
   * @param dryRun - Whether the step is never taken: ids that it mints mean nothing then.
   */
  async compare(step: Commit, dryRun: boolean): Promise<void> {
    // Of products that the step mints there is no row yet.
    const { ledger } = this.#context.storage
    const touched = new Set([
      ...step.products.map(({ id }) => id),
      ...step.endedProducts,
      ...step.links.map(({ productId }) => productId),
    ])
    const before = new Map<ProductId, ProductRow>()
    for (const row of await readInChunks([...touched], (chunk) => ledger.getProducts(chunk))) {
      if (row !== undefined) before.set(row.id, row)
    }
    const after = new Map(step.products.map((row) => [row.id, row]))
    const lineage = new Map(step.lineage.map((row) => [row.id, row]))
    const alerts = await readInChunks(step.alerts, (chunk) => ledger.getAlerts(chunk.map(({ id }) => id)))
    const found: Everything = mapKinds(() => [])
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

  async #shown(found: readonly Found[], { before, after, minted }: Names): Promise<RescoreExample[]> {
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
      name: (after.get(id) ?? before.get(id) ?? others.get(id))?.shown.name ?? '',
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
  /** Products without an id that lasts. */
  readonly minted: ReadonlySet<ProductId>
}

interface ProductRows {
  readonly before: ReadonlyMap<ProductId, ProductRow>
  readonly after: ReadonlyMap<ProductId, ProductRow>
  readonly lineage: ReadonlyMap<ProductId, LineageRow>
}

const KINDS = Object.keys(RESCORE_KINDS) as RescoreKind[]

/** Of nothing. */
export const NO_CHANGES: RescoreChanges = mapKinds(() => ({ count: 0, examples: [] }))

/**
 * What two steps change together.
 *
 * @param most - Examples of each kind; those of the first step come first.
 */
export function joinedChanges(first: RescoreChanges, second: RescoreChanges, most: number): RescoreChanges {
  const joined: Partial<Record<RescoreKind, RescoreChanges[RescoreKind]>> = {}
  for (const kind of KINDS) {
    const { count, examples } = first[kind]
    const isFull = examples.length >= most
    joined[kind] = {
      count: count + second[kind].count,
      examples: isFull ? examples : [...examples, ...second[kind].examples].slice(0, most),
    }
  }
  return joined as RescoreChanges
}

function mapKinds<T>(make: () => T): Record<RescoreKind, T> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make()])) as Record<RescoreKind, T>
}

function findProducts(found: Everything, step: Commit, { before, after, lineage }: ProductRows): void {
  const ended = new Set(step.endedProducts)
  const cameFrom = new Map<RecordId, ProductId>()
  for (const { id, records } of before.values()) for (const record of records) cameFrom.set(record, id)
  /** Products that others lose records to, by the one that loses. */
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
  for (const id of ended) {
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
    if (gainedFrom.some((from) => !ended.has(from))) found.gained.push(base)
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

function findAlert(found: Everything, before: AlertRow | undefined, row: AlertRow): void {
  const wasOpen = before?.status === 'open'
  const kind = row.status !== 'open' ? 'alert_closed' : wasOpen ? 'alert_refreshed' : 'alert_opened'
  // That of the lower record first: ids that are minted have no order that lasts.
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

/** In rows of a step, 0 stands for the step itself. */
function isMinted({ mintedChange }: ProductRow): boolean {
  return mintedChange === 0
}

function lowest(records: readonly RecordId[] = []): RecordId {
  return records.reduce((least, id) => Math.min(least, id), Number.MAX_SAFE_INTEGER)
}

function fraction(confidence: number | undefined): number | null {
  return confidence === undefined ? null : confidence / 10_000
}
