import type { ProductId } from '@utpid/core'
import type { EarthPoint } from '@utpid/core/scoring'
import type {
  AlertRow,
  AliasRow,
  BlockingKey,
  ChangeNumber,
  Commit,
  ConcordanceRow,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  ExpandedWord,
  ImportRow,
  JudgementRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
  SearchPosition,
  SearchQuery,
  SupplierRow,
  TermCondition,
  TermGroup,
  VerificationRow,
} from '@utpid/core/storage'
import { concordanceKey } from '@utpid/core/storage'

export interface ModelCandidate {
  readonly record: RecordId
  readonly product: ProductId
  /** The positions of the record's keys in the list of keys to look up. */
  readonly hits: readonly number[]
  readonly features: readonly number[]
}

export interface ModelAnswer {
  readonly candidates: readonly ModelCandidate[]
  readonly skipped: readonly { readonly key: BlockingKey; readonly records: number }[]
}

/** A reference model of a storage. It uses lists and linear search, so that it is obviously correct. */
export class SimpleModel {
  head = 0
  readonly records: RecordRow[] = []
  readonly details: Map<RecordId, DetailsContent> = new Map()
  readonly links: LinkRow[] = []
  readonly products: ProductRow[] = []
  readonly lineage: LineageRow[] = []
  readonly edges: EdgeRow[] = []
  readonly judgements: JudgementRow[] = []
  readonly verifications: VerificationRow[] = []
  readonly alerts: AlertRow[] = []
  readonly decisions: DecisionRow[] = []
  readonly aliases: AliasRow[] = []
  readonly suppliers: SupplierRow[] = []
  readonly concordances: ConcordanceRow[] = []
  readonly imports: ImportRow[] = []
  readonly counters: Record<string, number> = {}
  readonly words: Record<string, number> = {}
  /** The keys that the last transaction touched. */
  touched: BlockingKey[] = []

  write(commit: Commit): void {
    this.head++
    this.touched = []
    for (const row of commit.records) {
      this.touched.push(...(this.records.find(({ id }) => id === row.id)?.keys ?? []), ...row.keys)
      put(this.records, row, ({ id }) => id === row.id)
    }
    for (const { recordId, content } of commit.details) {
      if (content === undefined) this.details.delete(recordId)
      else this.details.set(recordId, content)
    }
    for (const link of commit.links) put(this.links, link, ({ recordId }) => recordId === link.recordId)
    for (const id of commit.unlinked) take(this.links, ({ recordId }) => recordId === id)
    for (const row of commit.products) put(this.products, row, ({ id }) => id === row.id)
    for (const ended of commit.removedProducts) take(this.products, ({ id }) => id === ended)
    for (const row of commit.lineage) put(this.lineage, row, ({ id }) => id === row.id)
    for (const edge of commit.edges) {
      take(this.edges, ({ a, b }) => a === edge.a && b === edge.b)
      if (!('removed' in edge)) this.edges.push(edge)
    }
    for (const row of commit.judgements) put(this.judgements, row, ({ a, b }) => a === row.a && b === row.b)
    this.verifications.push(...commit.verifications)
    for (const row of commit.alerts) put(this.alerts, row, ({ id }) => id === row.id)
    const numbered = (change: ChangeNumber): ChangeNumber => (change === 0 ? this.head : change)
    for (const { undoneBy, ...given } of commit.decisions) {
      const row = { ...given, change: numbered(given.change) }
      const taken = undoneBy === undefined ? row : { ...row, undoneBy: numbered(undoneBy) }
      put(this.decisions, taken, ({ change }) => change === row.change)
    }
    for (const row of commit.aliases) put(this.aliases, row, ({ alias }) => alias === row.alias)
    for (const row of commit.suppliers) put(this.suppliers, row, ({ id }) => id === row.id)
    for (const row of commit.concordances ?? []) {
      this.touched.push(concordanceKey(row.id))
      take(this.concordances, ({ id }) => id === row.id)
      if (row.content !== undefined) this.concordances.push(row)
    }
    this.imports.push(...(commit.imports ?? []).map((row) => ({ ...row, change: numbered(row.change) })))
    for (const [name, amount] of Object.entries(commit.counters))
      this.counters[name] = (this.counters[name] ?? 0) + amount
    for (const [word, amount] of Object.entries(commit.words)) this.words[word] = (this.words[word] ?? 0) + amount
  }

  /** Returns the import rows of a supplier, newest first. */
  importsOf(supplier: string): ImportRow[] {
    return this.imports.filter((row) => row.supplier === supplier).reverse()
  }

  linkOf(record: RecordId): LinkRow | undefined {
    return this.links.find(({ recordId }) => recordId === record)
  }

  wasMinted(product: ProductId): boolean {
    return this.lineage.some(({ id }) => id === product)
  }

  edgesOf(record: RecordId): EdgeRow[] {
    return pairsOf(this.edges, record)
  }

  judgementsOf(record: RecordId): JudgementRow[] {
    return pairsOf(this.judgements, record)
  }

  candidates(keys: readonly BlockingKey[], recordsPerKey: number): ModelAnswer {
    const active = this.records.filter(({ id }) => this.linkOf(id) !== undefined)
    const carriers = (key: BlockingKey): RecordRow[] => active.filter((row) => row.keys.includes(key))
    const answered = (key: BlockingKey): boolean => carriers(key).length <= recordsPerKey
    const candidates = active.flatMap((row) => {
      const hits = keys.flatMap((key, at) => (row.keys.includes(key) && answered(key) ? [at] : []))
      const product = this.linkOf(row.id)?.productId as ProductId
      return hits.length === 0 ? [] : [{ record: row.id, product, hits, features: [...row.features] }]
    })
    return {
      candidates: candidates.sort((a, b) => a.record - b.record),
      skipped: keys.filter((key) => !answered(key)).map((key) => ({ key, records: carriers(key).length })),
    }
  }

  /** Returns all products of a query with their positions, in order. Ignores the page of the query. */
  search({ tiers, filters, near }: SearchQuery): SearchPosition[] {
    return this.products
      .flatMap((row) => {
        const tier = tiers.findIndex((condition) => holds(condition, row))
        if (tier < 0 || !filters.every((group) => holdsGroup(group, row))) return []
        const distance = near === undefined || row.point === undefined ? undefined : squared(near.center, row.point)
        if (near !== undefined && (distance === undefined || distance > near.squaredRadius)) return []
        return [{ tier, key: distance ?? row.rank, id: row.id }]
      })
      .sort((a, b) => comparePlaces(a, b, near !== undefined))
  }

  /** Returns, for each counted term, the number of matching products that have it. */
  counts(query: SearchQuery): number[] | undefined {
    const found = new Set(this.search(query).map(({ id }) => id))
    const products = this.products.filter(({ id }) => found.has(id))
    return query.counted?.map((term) => products.filter(({ terms }) => terms.includes(term)).length)
  }

  expand(tag: string, word: string, by: 'prefix' | 1 | 2): ExpandedWord[] {
    const terms = this.products.flatMap((row) => row.terms.filter((term) => term.startsWith(`${tag}:`)))
    return [...new Set(terms)]
      .map((term) => ({ word: term.slice(tag.length + 1), products: terms.filter((other) => other === term).length }))
      .filter((candidate) => candidate.word !== word)
      .filter((candidate) =>
        by === 'prefix' ? candidate.word.startsWith(word) : typosBetween(word, candidate.word) <= by,
      )
      .sort((a, b) => b.products - a.products || (a.word < b.word ? -1 : 1))
  }
}

/** Compares two positions. Returns a negative number if the first precedes the second. */
export function comparePlaces(a: SearchPosition, b: SearchPosition, isByDistance: boolean): number {
  return a.tier - b.tier || (isByDistance ? a.key - b.key : b.key - a.key) || a.id - b.id
}

function squared(a: EarthPoint, b: EarthPoint): number {
  return a.reduce((sum, value, axis) => sum + (value - (b[axis] as number)) ** 2, 0)
}

function holds({ groups, minShouldMatch }: TermCondition, product: ProductRow): boolean {
  const optional = groups.filter((group) => group.optional === true)
  const required = groups.filter((group) => group.optional !== true)
  const held = optional.filter((group) => holdsGroup(group, product)).length
  return required.every((group) => holdsGroup(group, product)) && held >= (minShouldMatch ?? optional.length)
}

function holdsGroup({ any }: TermGroup, product: ProductRow): boolean {
  return any.some((term) => product.terms.includes(term))
}

/** Returns the optimal string alignment distance, computed with the full textbook table. */
export function typosBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const cell = (row: number, column: number): number => table[row]?.[column] as number
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const distance = Math.min(
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (same ? 0 : 1),
      )
      ;(table[row] as number[])[column] = swapped ? Math.min(distance, cell(row - 2, column - 2) + 1) : distance
    }
  }
  return cell(a.length, b.length)
}

function pairsOf<Row extends EdgeRow | JudgementRow>(rows: readonly Row[], record: RecordId): Row[] {
  const other = ({ a, b }: Row): number => (a === record ? b : a)
  return rows.filter(({ a, b }) => a === record || b === record).sort((x, y) => other(x) - other(y))
}

function put<Row>(rows: Row[], row: Row, isIt: (row: Row) => boolean): void {
  take(rows, isIt)
  rows.push(row)
}

function take<Row>(rows: Row[], isIt: (row: Row) => boolean): void {
  const at = rows.findIndex(isIt)
  if (at >= 0) rows.splice(at, 1)
}
