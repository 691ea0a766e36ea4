import type { RecordFeatures } from '../../features/record-features.ts'
import { distanceInMeters } from '../../geo/distance.ts'
import { LIMITS } from '../../model/limits.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { EdgeRow, RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** The maximum number of records to read. Ids are hashes of codes, so the records with the lowest ids are a sample. */
const MAX_RECORDS = 100_000
/** The maximum number of distances of two suppliers. */
const MAX_DISTANCES = 500
/** Coordinates that are written less precisely than this tell nothing about errors. */
const MAX_PRECISION_METERS = 50

/** The evidence of the sampled records of one supplier. */
export interface SampledSupplier {
  /** The number of sampled active records. */
  records: number
  /**
   * For each record with an edge to another code of the supplier: the match weight of the strongest edge in bits, without
   * the bits of the common supplier.
   */
  readonly ownContents: number[]
  /** The distances in metres between a record and its strongest pair of another supplier, by that supplier. */
  readonly distances: Map<string, number[]>
}

/** Reads a sample of the active records with their edges, in constant memory. */
export async function sampleSuppliers(context: RegistryContext): Promise<ReadonlyMap<string, SampledSupplier>> {
  const suppliers = new Map<string, SampledSupplier>()
  let after: RecordId = -1
  for (let read = 0; read < MAX_RECORDS; ) {
    const page = await context.ledger.scanRecords(after, LIMITS.idsPerRead)
    if (page.length === 0) break
    after = (page.at(-1) as StoredRecord).row.id
    read += page.length
    await addPage(
      context,
      suppliers,
      page.filter(({ link }) => link !== undefined),
    )
    await context.yield()
  }
  return suppliers
}

/** A record of an edge, with the features that the sample needs. */
interface SampledRecord {
  readonly supplier: string
  readonly features: RecordFeatures
}

async function addPage(
  { ledger, scorer, active: { rules } }: RegistryContext,
  suppliers: Map<string, SampledSupplier>,
  page: readonly StoredRecord[],
): Promise<void> {
  const edges = await readInChunks(
    page.map(({ row }) => row.id),
    (chunk) => ledger.edges(chunk),
  )
  const known = new Map(page.map(({ row }) => [row.id, row]))
  const ends = new Set(edges.flatMap((own) => own.flatMap(({ a, b }) => [a, b])))
  const missing = [...ends].filter((id) => !known.has(id))
  const others = await readInChunks(missing, (chunk) => ledger.getRecords(chunk))
  const records = new Map<RecordId, SampledRecord>()
  for (const row of [...known.values(), ...others.flatMap((each) => (each === undefined ? [] : [each.row]))]) {
    if (!ends.has(row.id)) continue
    records.set(row.id, { supplier: row.record.supplier, features: rules.decode(row.features) })
  }
  for (const [at, { row }] of page.entries()) {
    const sampled = sampledOf(suppliers, row.record.supplier)
    sampled.records++
    addEdges(sampled, row.id, edges[at] as readonly EdgeRow[], records, scorer)
  }
}

function sampledOf(suppliers: Map<string, SampledSupplier>, supplier: string): SampledSupplier {
  let sampled = suppliers.get(supplier)
  if (sampled === undefined) {
    sampled = { records: 0, ownContents: [], distances: new Map() }
    suppliers.set(supplier, sampled)
  }
  return sampled
}

function addEdges(
  sampled: SampledSupplier,
  id: RecordId,
  edges: readonly EdgeRow[],
  records: ReadonlyMap<RecordId, SampledRecord>,
  scorer: PairScorer,
): void {
  const own = records.get(id)
  // Without edges.
  if (own === undefined) return
  const best = new Map<string, { readonly weight: number; readonly features: RecordFeatures }>()
  for (const { a, b, weight } of edges) {
    const other = records.get(a === id ? b : a)
    if (other === undefined || weight <= (best.get(other.supplier)?.weight ?? Number.NEGATIVE_INFINITY)) continue
    best.set(other.supplier, { weight, features: other.features })
  }
  for (const [supplier, { weight, features }] of best) {
    if (supplier === own.supplier)
      sampled.ownContents.push(weight / 100 - scorer.bitsOfSupplier(own.features, features))
    else addDistance(sampled.distances, supplier, own.features, features)
  }
}

function addDistance(
  distances: Map<string, number[]>,
  supplier: string,
  { coordinates: here, precisionMeters }: RecordFeatures,
  other: RecordFeatures,
): void {
  if (here === undefined || other.coordinates === undefined) return
  if (Math.max(precisionMeters, other.precisionMeters) > MAX_PRECISION_METERS) return
  let list = distances.get(supplier)
  if (list === undefined) {
    list = []
    distances.set(supplier, list)
  }
  if (list.length < MAX_DISTANCES) list.push(distanceInMeters(here, other.coordinates))
}
