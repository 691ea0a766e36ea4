import { LIMITS, type ProductId, type Storage } from '@utpid/core'
import type {
  AlertPage,
  AliasRow,
  BlockingKey,
  Change,
  CodeEntry,
  ConcordanceRow,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  ImportRow,
  JudgementRow,
  LedgerHead,
  LineageRow,
  ModelVersionRow,
  ProductRow,
  RecordId,
  SearchAnswer,
  StoredRecord,
  SupplierRow,
  VerificationRow,
} from '@utpid/core/storage'
import { importsOf } from './imports-of.ts'

/** Queries that are part of the compared state, in addition to the scans. */
export interface StateQueries {
  readonly recordIds: readonly RecordId[]
  readonly productIds: readonly ProductId[]
  readonly keys: readonly BlockingKey[]
  readonly terms: readonly string[]
  readonly words: readonly string[]
  readonly aliases: readonly string[]
}

/** All results of a storage, for comparison. */
export interface WholeState {
  readonly head: LedgerHead
  readonly records: readonly StoredRecord[]
  readonly details: readonly (DetailsContent | undefined)[]
  readonly products: readonly ProductRow[]
  readonly lineage: readonly LineageRow[]
  readonly aliases: readonly AliasRow[]
  readonly aliasProducts: readonly (ProductId | undefined)[]
  readonly edges: readonly EdgeRow[][]
  readonly judgements: readonly JudgementRow[][]
  readonly verifications: readonly VerificationRow[][]
  readonly alerts: AlertPage
  readonly decisions: readonly DecisionRow[]
  /** The codes of the supplier `alpha`. */
  readonly codes: readonly CodeEntry[]
  readonly concordances: readonly ConcordanceRow[]
  /** For each supplier: its import rows, newest first. */
  readonly imports: readonly ImportRow[][]
  readonly suppliers: readonly SupplierRow[]
  readonly modelVersions: readonly ModelVersionRow[]
  readonly counters: readonly (readonly [string, number])[]
  readonly words: readonly number[]
  readonly changes: readonly Change[]
  readonly indexAt: number
  /** For each key: the records found. Each has its product and the sum of its feature bytes. */
  readonly candidates: readonly (readonly [RecordId, ProductId, number][])[]
  readonly found: readonly SearchAnswer[]
}

export async function wholeState({ ledger, index }: Storage, questions: StateQueries): Promise<WholeState> {
  const { recordIds, productIds, keys, terms, words, aliases } = questions
  // Copies the result, so that later changes to stored rows do not affect it.
  return structuredClone({
    head: await ledger.head(),
    records: await ledger.scanRecords(-1, LIMITS.rowsPerPage),
    details: await ledger.details(recordIds),
    products: await ledger.scanProducts(-1, LIMITS.rowsPerPage),
    lineage: await ledger.scanLineage(-1, LIMITS.rowsPerPage),
    aliases: await ledger.scanAliases(undefined, LIMITS.rowsPerPage),
    aliasProducts: await ledger.byAlias(aliases),
    edges: await ledger.edges(recordIds),
    judgements: await ledger.judgements(recordIds),
    verifications: await ledger.verifications(productIds),
    alerts: await ledger.alerts({ order: 'informationGain', offset: 0, limit: LIMITS.rowsPerPage }),
    decisions: await ledger.scanDecisions(0, LIMITS.rowsPerPage),
    codes: await ledger.scanCodes('alpha', undefined, LIMITS.rowsPerPage),
    concordances: await ledger.scanConcordances(undefined, LIMITS.rowsPerPage),
    imports: await importsOf(ledger),
    suppliers: await ledger.suppliers(),
    modelVersions: await ledger.modelVersions(),
    counters: [...(await ledger.counters())],
    words: await ledger.words(words),
    changes: await ledger.changes(0, LIMITS.rowsPerPage),
    indexAt: await index.at(),
    candidates: await candidatesByKey(index, keys),
    found: await Promise.all(terms.map((term) => findTerm(index, term))),
  })
}

async function candidatesByKey(
  index: Storage['index'],
  keys: readonly BlockingKey[],
): Promise<[RecordId, ProductId, number][][]> {
  const columns = await index.candidates(
    keys.map((key) => ({ keys: [key] })),
    LIMITS.recordsPerKey,
  )
  return keys.map((_, lookup) => {
    const rows: [RecordId, ProductId, number][] = []
    for (let row = columns.offsets[lookup] ?? 0; row < (columns.offsets[lookup + 1] ?? 0); row++) {
      const bytes = columns.bytes.subarray(columns.featureOffsets[row], columns.featureOffsets[row + 1])
      const sum = bytes.reduce((total, byte) => total + byte, 0)
      rows.push([columns.recordIds[row] as number, columns.productIds[row] as number, sum])
    }
    return rows
  })
}

function findTerm(index: Storage['index'], term: string): Promise<SearchAnswer> {
  return index.search({ tiers: [{ groups: [{ any: [term] }] }], filters: [], offset: 0, limit: LIMITS.searchPageSize })
}
