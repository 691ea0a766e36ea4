import type { RecentKeys } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type {
  AliasRow,
  BlockingKey,
  ChangeNumber,
  Commit,
  CommitResult,
  DecisionRow,
  EdgeRow,
  JudgementRow,
  ModelVersion,
  RecordId,
} from '@utpid/core/storage'
import { changeOfCommit, checkPreconditions, concordanceKey, stampChange } from '@utpid/core/storage'
import { encodeLineage } from '../rows/lineage-encoding.ts'
import { encodeLink } from '../rows/link-encoding.ts'
import { decodeProductRevision, encodeProduct } from '../rows/product-encoding.ts'
import { decodeRecordHead, decodeRevision, encodeRecord } from '../rows/record-encoding.ts'
import { decodeJson, decodeNumber, encodeJson, encodeNumber } from '../rows/row-encoding.ts'
import { idKey, textKey } from '../rows/row-keys.ts'
import { headIn } from '../tables/check-row-counts.ts'
import { HEAD_KEY, type LedgerTables, type Table } from '../tables/lmdb-tables.ts'
import type { ChangeRows } from './change-rows.ts'
import { codeKey } from './code-rows.ts'
import { putDecision } from './decision-order.ts'
import { EDGES } from './edge-encoding.ts'
import { putImport } from './import-rows.ts'
import { JUDGEMENTS } from './judgement-encoding.ts'
import { PairRows } from './pair-rows.ts'

/** The maximum number of verifications of one product per commit. Their sequence number has two bytes in the key. */
export const SEQUENCE_BASE = 0x1_0000

/** The index version and model version of a ledger's derived rows, if stored. */
export interface DataVersions {
  readonly indexVersion?: string
  readonly modelVersion?: ModelVersion
}

/** Writes transactions of the registry inside an open LMDB transaction. An exception undoes the write. */
export class LedgerWriter {
  readonly #table: LedgerTables['table']
  readonly #changes: ChangeRows
  readonly #recentKeys: RecentKeys
  readonly #edges: PairRows<EdgeRow>
  readonly #judgements: PairRows<JudgementRow>

  constructor({ table }: Pick<LedgerTables, 'table'>, changes: ChangeRows, recentKeys: RecentKeys) {
    this.#table = table
    this.#changes = changes
    this.#recentKeys = recentKeys
    this.#edges = new PairRows(() => ({ forward: table.edges, reverse: table.edgesReverse }), EDGES)
    this.#judgements = new PairRows(() => ({ forward: table.judgements, reverse: table.judgementsReverse }), JUDGEMENTS)
  }

  /**
   * @param head - The last change that this process has written or read.
   * @param versions - The versions of the ledger's keys, features and edges.
   * @throws the errors of {@link checkPreconditions}; `storage_locked` if another process has written.
   */
  write(input: Commit, head: ChangeNumber, versions: DataVersions): CommitResult {
    this.#checkHead(head)
    const known = input.idempotencyKey === undefined ? undefined : this.#changes.changeOfKey(input.idempotencyKey)
    if (known !== undefined) return { change: known, repeated: true }
    // The preconditions still hold when the rows are written: nothing is written before.
    const absent = new Set(input.preconditions.records.flatMap(([id, revision]) => (revision === 0 ? [id] : [])))
    checkPreconditions(
      input,
      {
        head,
        indexVersion: versions.indexVersion,
        modelVersion: versions.modelVersion,
        recordRevision: (id) => {
          const value = this.#table.records.get(idKey(id))
          return value === undefined ? 0 : decodeRevision(value, id)
        },
        hasDetails: (id) => !absent.has(id) && this.#table.details.doesExist(idKey(id)),
        productRevision: (id) => {
          const value = this.#table.products.get(idKey(id))
          return value === undefined ? undefined : decodeProductRevision(value, id)
        },
        wasMinted: (id) => this.#table.lineage.doesExist(idKey(id)),
        productOfAlias: (alias) => {
          const value = this.#table.aliases.get(textKey(alias))
          return value === undefined ? undefined : decodeJson<AliasRow>(value, 'An alias').productId
        },
        decision: (change) => {
          const value = this.#table.decisions.get(idKey(change))
          return value === undefined ? undefined : decodeJson<DecisionRow>(value, `Decision of change ${change}`)
        },
      },
      this.#recentKeys,
    )
    const change = head + 1
    const commit = stampChange(input, change)
    const touched = this.#writeRecords(commit, absent)
    this.#writeProducts(commit, change)
    this.#writePairs(commit)
    for (const row of commit.decisions) putDecision(this.#table, row)
    for (const row of commit.suppliers) this.#table.suppliers.putTransferred(textKey(row.id), encodeJson(row))
    touched.push(...this.#writeConcordances(commit))
    for (const row of commit.imports ?? []) putImport(this.#table.imports, row)
    this.#addCounters(commit.counters)
    addWords(this.#table.words, commit.words)
    this.#changes.add(changeOfCommit(commit, change))
    this.#table.meta.put(HEAD_KEY, encodeNumber(change))
    this.#recentKeys.add(change, touched)
    return { change, repeated: false }
  }

  /** Sets the next change number, and removes all earlier changes from the change feed. */
  setNextChange(change: ChangeNumber, head: ChangeNumber): void {
    this.#checkHead(head)
    this.#changes.clear()
    this.#table.meta.put(HEAD_KEY, encodeNumber(change))
  }

  /** Detects writes of another process despite the lock file. This process's index would miss such a change. */
  #checkHead(head: ChangeNumber): void {
    const stored = headIn({ table: this.#table })
    if (stored === head) return
    throw new RegistryError(
      'storage_locked',
      `Another process wrote to this registry (change ${stored}, here ${head}). Close one of the two and open the folder again.`,
    )
  }

  /**
   * @param absent - Records that do not exist yet.
   * @returns all previous and new keys of the changed records.
   */
  #writeRecords(commit: Commit, absent: ReadonlySet<RecordId>): BlockingKey[] {
    const touched: BlockingKey[] = []
    // Writes in key order, which touches fewer pages of a large tree.
    for (const row of byId(commit.records, ({ id }) => id)) {
      if (!absent.has(row.id)) touched.push(...(this.#recordHead(row.id)?.keys ?? []))
      touched.push(...row.keys)
      this.#table.records.putTransferred(idKey(row.id), encodeRecord(row))
      this.#table.codes.putTransferred(codeKey(row.record), encodeNumber(row.id))
    }
    for (const { recordId, content } of byId(commit.details, ({ recordId }) => recordId)) {
      const key = idKey(recordId)
      if (content === undefined) this.#table.details.remove(key)
      else this.#table.details.putTransferred(key, encodeJson(content))
    }
    for (const link of byId(commit.links, ({ recordId }) => recordId))
      this.#table.links.putTransferred(idKey(link.recordId), encodeLink(link))
    for (const id of commit.unlinked) {
      this.#table.links.remove(idKey(id))
      touched.push(...(this.#recordHead(id)?.keys ?? []))
    }
    return touched
  }

  /** @returns the keys of the written rows. */
  #writeConcordances({ concordances = [] }: Commit): BlockingKey[] {
    for (const row of concordances) {
      if (row.content === undefined) this.#table.concordances.remove(textKey(row.id))
      else this.#table.concordances.putTransferred(textKey(row.id), encodeJson(row))
    }
    return concordances.map(({ id }) => concordanceKey(id))
  }

  #writeProducts(commit: Commit, change: ChangeNumber): void {
    const { products, lineage, aliases, verifications } = this.#table
    for (const row of byId(commit.products, ({ id }) => id)) products.putTransferred(idKey(row.id), encodeProduct(row))
    for (const id of commit.removedProducts) products.remove(idKey(id))
    for (const row of byId(commit.lineage, ({ id }) => id)) lineage.putTransferred(idKey(row.id), encodeLineage(row))
    for (const row of commit.aliases) aliases.putTransferred(textKey(row.alias), encodeJson(row))
    for (const [at, row] of commit.verifications.entries()) {
      verifications.putTransferred(idKey(row.productId, change, at % SEQUENCE_BASE), encodeJson(row))
    }
  }

  #writePairs(commit: Commit): void {
    this.#edges.change(commit.edges)
    for (const judgement of commit.judgements) this.#judgements.put(judgement)
    for (const alert of commit.alerts) this.#table.alerts.putTransferred(textKey(alert.id), encodeJson(alert))
  }

  #addCounters(amounts: Commit['counters']): void {
    for (const [name, amount] of Object.entries(amounts)) {
      const key = textKey(name)
      const value = this.#table.counters.get(key)
      const total = (value === undefined ? 0 : decodeJson<NamedTotal>(value, `Counter ${name}`).total) + amount
      putTotal(this.#table.counters, key, total, () => encodeJson({ name, total } satisfies NamedTotal))
    }
  }

  #recordHead(id: RecordId): ReturnType<typeof decodeRecordHead> | undefined {
    const value = this.#table.records.get(idKey(id))
    return value === undefined ? undefined : decodeRecordHead(value, id)
  }
}

/** Sorts rows in table order. */
function byId<Row>(rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  return rows.toSorted((a, b) => idOf(a) - idOf(b))
}

/** Adds amounts to word counts. Call this function inside a transaction. */
export function addWords(table: Table, amounts: Commit['words']): void {
  for (const word of Object.keys(amounts).sort()) {
    const amount = amounts[word] as number
    const key = textKey(word)
    const value = table.get(key)
    const total = (value === undefined ? 0 : decodeNumber(value, `Count of "${word}"`)) + amount
    putTotal(table, key, total, () => encodeNumber(total))
  }
}

/** A stored counter, with its name for listing. */
export interface NamedTotal {
  readonly name: string
  readonly total: number
}

function putTotal(table: Table, key: Buffer, total: number, encode: () => Buffer): void {
  if (total === 0) table.remove(key)
  else table.putTransferred(key, encode())
}
