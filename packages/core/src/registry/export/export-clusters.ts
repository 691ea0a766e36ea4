import { withoutCopies } from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { DraftLink } from '../../clustering/product-draft.ts'
import { draftLink, isStrongest } from '../../clustering/recluster-components.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { type ProductContext, productRow } from '../../golden-record/product-row.ts'
import { DEFAULT_SURVIVORSHIP_RULES, type SurvivorshipRules } from '../../golden-record/survivorship-rules.ts'
import { defined } from '../../model/defined.ts'
import type { Supplier, SupplierRecord } from '../../model/supplier-record.ts'
import { PRODUCT_ID_LIMIT, type ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import {
  type AbortSignalLike,
  type Clock,
  systemClock,
  type Yield,
  yieldToPromises,
} from '../../runtime/environment.ts'
import type { RegistrySchema } from '../../schema/registry-schema.ts'
import { indexRulesOf } from '../../schema/schema-rules.ts'
import { DEFAULT_MODEL } from '../../scoring/default-model.ts'
import { modelRow, modelVersionOf } from '../../scoring/model-version.ts'
import { PairScorer } from '../../scoring/score-pair.ts'
import type { ScoringModel } from '../../scoring/scoring-model.ts'
import { shippedTermFrequency } from '../../scoring/term-frequency.ts'
import type { LedgerRow, LedgerRowKind } from '../../storage/ledger-row.ts'
import type { EdgeRow, LinkRow, RecordId } from '../../storage/rows.ts'
import { checkSignal } from '../context/check-signal.ts'
import { IncomingRecord } from '../records/incoming-record.ts'
import { pendingRecord, preferredRecordId } from '../records/record-row.ts'
import { ExportChecksum } from './export-checksum.ts'
import { EXPORT_FORMAT, type ExportRow, exportedRow } from './export-format.ts'

/** The options of `exportClusters`. */
export interface ExportClustersOptions {
  /** The suppliers with their names and priorities. For a supplier that is missing here, its id becomes its name. */
  readonly suppliers?: readonly Supplier[]
  /** The gazetteer for search by airport and for the cities of records. Default: none. */
  readonly gazetteer?: Gazetteer
  /** The model. Default: the hand-set model of core. */
  readonly model?: ScoringModel
  /** The schema. Default: the default schema. */
  readonly schema?: RegistrySchema
  readonly survivorshipRules?: SurvivorshipRules
  /** The seed of the UTPIDs, 0 to 2^50 - 1. Equal seeds give equal UTPIDs. Default: 0. */
  readonly seed?: number
  /** The expected numbers of records and products, if known. A restore uses these numbers to show progress. */
  readonly expected?: { readonly records?: number; readonly products?: number }
  /** A function that returns milliseconds since 1970. The export calls it once. Default: the system clock. */
  readonly clock?: Clock
  /** A function that lets other tasks run at intervals. Default: a resolved promise. */
  readonly yield?: Yield
  readonly signal?: AbortSignalLike
}

/** The number of the only change in such an export. */
const ONLY_CHANGE = 1
const CLUSTERS_BETWEEN_YIELDS = 100
/** An odd number. Because the number is odd, its multiples visit every id once before an id repeats. */
const ID_STEP = 0x2_d517_9c3a_61b7n

/**
 * Exports a registry with known clusters without matching. Use this function for registries of generated products with
 * known truth whose import would take hours.
 *
 * The function scores records only within their cluster, so the registry has no alerts, and links have the model's
 * confidence. No record represents another record, even if their supplier and content are equal. A registry restored
 * from this export has no copies, and `stats` counts no copies, until `recluster` or `reindex` with `force` finds them.
 * The function holds only a few clusters in memory at a time.
 *
 * @param groups - Clusters: the parsed records of one product each, oldest first. No cluster is empty, and each code of
 *   a supplier occurs once in the whole export. Not this function, but `restoreRegistry` reports a repeated code and
 *   two codes with the same record id. Equal record ids occur in about one of 200 exports of 10 million records.
 */
export async function* exportClusters(
  groups: Iterable<readonly SupplierRecord[]> | AsyncIterable<readonly SupplierRecord[]>,
  options: ExportClustersOptions = {},
): AsyncGenerator<ExportRow, void> {
  const { signal, expected = {}, clock = systemClock, seed = 0 } = options
  const { yield: yieldNow = yieldToPromises } = options
  const at = new Date(clock()).toISOString()
  const suppliers = new Map((options.suppliers ?? []).map((supplier) => [supplier.id, supplier]))
  const writtenSuppliers = new Set<string>()
  const scorer = new PairScorer(options.model ?? DEFAULT_MODEL, shippedTermFrequency(), options.schema)
  const surroundings = {
    survivorshipRules: options.survivorshipRules ?? DEFAULT_SURVIVORSHIP_RULES,
    suppliers,
    gazetteer: options.gazetteer,
    at,
  }
  const checksum = new ExportChecksum()
  yield checksum.withChecksum({
    kind: 'utpid-export',
    format: EXPORT_FORMAT,
    indexVersion: indexRulesOf(scorer.schema).version,
    modelVersion: modelVersionOf(scorer),
    change: ONLY_CHANGE,
    at,
    records: expected.records ?? 0,
    products: expected.products ?? 0,
  })
  const counts: Partial<Record<LedgerRowKind, number>> = { modelVersion: 1 }
  yield checksum.withChecksum({ kind: 'modelVersion', row: modelRow(scorer.model) })
  let position = 0
  for await (const records of groups) {
    if (records.length === 0) throw validationError(`Cluster ${position} has no records; each product needs one.`)
    const rows: LedgerRow[] = []
    for (const { supplier } of records) {
      if (writtenSuppliers.has(supplier)) continue
      writtenSuppliers.add(supplier)
      const row = suppliers.get(supplier) ?? { id: supplier, name: supplier, priority: 0, since: at }
      suppliers.set(supplier, row)
      rows.push({ kind: 'supplier', row })
    }
    rows.push(...clusterRows(records, productIdAt(position, seed), scorer, surroundings))
    for (const row of rows) {
      counts[row.kind] = (counts[row.kind] ?? 0) + 1
      yield checksum.withChecksum(exportedRow(row))
    }
    if (++position % CLUSTERS_BETWEEN_YIELDS === 0) {
      checkSignal(signal)
      await yieldNow()
    }
  }
  yield checksum.withChecksum({ kind: 'end', change: ONLY_CHANGE, rows: counts })
}

/** Returns a different id for each position. Neighbouring positions have distant ids. */
function productIdAt(position: number, seed: number): ProductId {
  return Number((BigInt(position) * ID_STEP + BigInt(seed)) % BigInt(PRODUCT_ID_LIMIT))
}

function clusterRows(
  records: readonly SupplierRecord[],
  id: ProductId,
  scorer: PairScorer,
  surroundings: ProductContext,
): LedgerRow[] {
  const { at } = surroundings
  const { schema } = scorer
  const rules = indexRulesOf(schema)
  const pending = records.map((whole) => {
    const incoming = new IncomingRecord(whole, schema.fields)
    const { record, details, contentHash } = incoming
    const alone = pendingRecord(preferredRecordId(record), record, {
      contentHash,
      details,
      extracted: incoming.extractWith(rules, surroundings.gazetteer),
      rules,
      scorer,
      at,
    })
    return withoutCopies(alone, rules)
  })
  const edges = edgesWithin(pending, scorer)
  const links = linksWithin(pending, edges, scorer)
  const draft = {
    id,
    before: undefined,
    returningLineage: undefined,
    minted: true,
    records: pending.map(({ row }) => ({ row })),
    links,
    mergedIds: [],
    competing: new Map(),
  }
  const written = productRow(
    draft,
    {
      touched: true,
      rewritten: true,
      curation: { verified: false },
      byPerson: false,
      drifted: undefined,
      edgelessAlerts: 0,
    },
    surroundings,
  )
  const { version: model } = scorer.model
  const { tfVersion } = scorer.terms
  const rows: LedgerRow[] = pending.map(({ row, details }) => {
    const { method, confidence } = links.get(row.id) as Pick<LinkRow, 'method' | 'confidence'>
    return {
      kind: 'record',
      row,
      link: { recordId: row.id, productId: id, method, confidence, since: at, model, tfVersion },
      ...defined({ details: details?.content }),
    }
  })
  for (const record of new Set(edges.map(({ a }) => a))) {
    rows.push({ kind: 'edges', record, rows: edges.filter(({ a }) => a === record) })
  }
  if (written !== undefined) rows.push({ kind: 'product', row: { ...written.row, mintedChange: ONLY_CHANGE } })
  const history = [{ change: ONLY_CHANGE, at, kind: 'minted' as const }]
  rows.push({ kind: 'lineage', row: { id, status: 'active', mintedChange: ONLY_CHANGE, history } })
  return rows
}

/** Returns one link for each record of a cluster. The first record creates the product. */
function linksWithin(
  pending: readonly PendingRecord[],
  edges: readonly EdgeRow[],
  scorer: PairScorer,
): Map<RecordId, DraftLink> {
  const features = new Map<RecordId, RecordFeatures>(pending.map((each) => [each.row.id, each.features]))
  const ids = pending.map(({ row }) => row.id)
  return new Map(
    ids.map((recordId, position) => {
      const own = edges.filter(({ a, b }) => a === recordId || b === recordId)
      const best = own.reduce<EdgeRow | undefined>(
        (known, edge) => (isStrongest(edge, known) ? edge : known),
        undefined,
      )
      const featuresOf = (other: RecordId): RecordFeatures => features.get(other) as RecordFeatures
      return [recordId, draftLink(recordId, position === 0, best, ids, featuresOf, scorer)] as const
    }),
  )
}

/** Returns the edges, which are the pairs that reach `review` and share a key, by ascending ids. */
function edgesWithin(pending: readonly PendingRecord[], scorer: PairScorer): EdgeRow[] {
  const edges: EdgeRow[] = []
  const { version: model, thresholds } = scorer.model
  for (const [position, one] of pending.entries()) {
    for (const other of pending.slice(position + 1)) {
      const [low, high] = one.row.id < other.row.id ? [one, other] : [other, one]
      if (!low.row.keys.some((key) => high.row.keys.includes(key))) continue
      const { weight, confidence } = scorer.score(low.features, high.features)
      if (confidence < thresholds.review) continue
      edges.push({
        a: low.row.id,
        b: high.row.id,
        weight: Math.round(weight * 100),
        confidence: Math.round(confidence * 10_000),
        model,
        tfVersion: scorer.terms.tfVersion,
      })
    }
  }
  return edges.sort((x, y) => x.a - y.a || x.b - y.b)
}
