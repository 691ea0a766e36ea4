import type { JudgementRow, RecordId } from '../../storage/rows.ts'
import { DisjointSets } from './disjoint-sets.ts'

/** The judgements on some records after a transaction. Withdrawn judgements have no effect. */
export class Judgements {
  readonly #rows = new Map<string, JudgementRow>()
  readonly #judged = new Set<RecordId>()
  readonly #different = new Set<string>()
  readonly #same: JudgementRow[] = []
  #connections: Connections | undefined

  /**
   * Combines judgements.
   *
   * @param rows - Stored judgements, followed by the judgements of the transaction, which replace stored judgements.
   */
  constructor(rows: Iterable<JudgementRow>) {
    for (const row of rows) this.#rows.set(pairOf(row.a, row.b), row)
    for (const [pair, { a, b, verdict, withdrawnAt }] of this.#rows) {
      if (withdrawnAt !== undefined) continue
      this.#judged.add(a).add(b)
      if (verdict === 'different') this.#different.add(pair)
      else this.#same.push(this.#rows.get(pair) as JudgementRow)
    }
  }

  /** Number of judgements that are not withdrawn. */
  get size(): number {
    return this.#same.length + this.#different.size
  }

  get same(): readonly JudgementRow[] {
    return this.#same
  }

  /** Yields the `different` judgements that are not withdrawn. */
  *different(): Iterable<JudgementRow> {
    for (const pair of this.#different) yield this.#rows.get(pair) as JudgementRow
  }

  get hasDifferent(): boolean {
    return this.#different.size > 0
  }

  /** Reports whether the record has a judgement that is not withdrawn. */
  isJudged(id: RecordId): boolean {
    return this.#judged.has(id)
  }

  areDifferent(a: RecordId, b: RecordId): boolean {
    return this.#different.size > 0 && this.#judged.has(a) && this.#judged.has(b) && this.#different.has(pairOf(a, b))
  }

  /**
   * Returns the representative of the records that `same` judgements connect with a record. All these records have the
   * same representative.
   */
  rootOf(id: RecordId): RecordId {
    return this.#connected.rootOf.get(id) ?? id
  }

  /** Returns the `same` judgements of a record. */
  sameOf(id: RecordId): readonly JudgementRow[] {
    return this.#connected.sameOf.get(id) ?? NONE
  }

  /** Returns the `different` judgements of all records with this root. */
  differentOf(root: RecordId): readonly JudgementRow[] {
    return this.#connected.differentOf.get(root) ?? NONE
  }

  /** Returns the judgement on a pair, even if it is withdrawn. */
  of(a: RecordId, b: RecordId): JudgementRow | undefined {
    return this.#rows.get(pairOf(a, b))
  }

  /** Connections by `same` judgements, computed on first use because most transactions do not need them. */
  get #connected(): Connections {
    this.#connections ??= connectionsOf(this.#same, this.different())
    return this.#connections
  }
}

const NONE: readonly JudgementRow[] = []

/** Judgements by record. A lookup reads only the judgements of one record. */
interface Connections {
  readonly rootOf: ReadonlyMap<RecordId, RecordId>
  readonly sameOf: ReadonlyMap<RecordId, readonly JudgementRow[]>
  readonly differentOf: ReadonlyMap<RecordId, readonly JudgementRow[]>
}

function connectionsOf(same: readonly JudgementRow[], different: Iterable<JudgementRow>): Connections {
  const positions = new Map<RecordId, number>()
  const sameOf = new Map<RecordId, JudgementRow[]>()
  for (const row of same) {
    for (const id of [row.a, row.b]) {
      if (!positions.has(id)) positions.set(id, positions.size)
      add(sameOf, id, row)
    }
  }
  const sets = new DisjointSets(positions.size)
  for (const { a, b } of same) sets.join(positions.get(a) as number, positions.get(b) as number)
  const records = [...positions.keys()]
  const rootOf = new Map(records.map((id, at) => [id, records[sets.find(at)] as RecordId]))
  const differentOf = new Map<RecordId, JudgementRow[]>()
  for (const row of different) {
    const roots = new Set([rootOf.get(row.a) ?? row.a, rootOf.get(row.b) ?? row.b])
    for (const root of roots) add(differentOf, root, row)
  }
  return { rootOf, sameOf, differentOf }
}

function add(lists: Map<RecordId, JudgementRow[]>, key: RecordId, row: JudgementRow): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [row])
  else list.push(row)
}

/** Names a pair of records in any order. */
export function pairOf(a: RecordId, b: RecordId): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`
}
