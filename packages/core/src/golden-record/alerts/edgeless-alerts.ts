import { DisjointSets } from '../../clustering/constraints/disjoint-sets.ts'
import { isSameBytes } from '../../clustering/fix-copies.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import { productPair } from '../../clustering/product-pair.ts'
import { defined } from '../../model/defined.ts'
import type { ProductId } from '../../model/utpid.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, RecordId } from '../../storage/rows.ts'
import type { AlertContext } from './alert-context.ts'
import type { AlertWriter } from './alert-writer.ts'
import { type ClassAlert, type ClassState, classAlert, classInformationGain, dismissalOf } from './copy-alerts.ts'
import { productPairConfidence } from './product-pair-confidence.ts'
import { informationGainOf, type WantedAlert } from './wanted-alerts.ts'

/** Alerts without an edge. These alerts are about copies, or about products that the limit of a key separated. */
export class EdgelessAlerts {
  readonly #drafts: ReadonlyMap<ProductId, ProductDraft>
  readonly #productOf: ReadonlyMap<RecordId, ProductId>
  readonly #context: AlertContext
  readonly #writer: AlertWriter
  readonly #counts = new Map<ProductId, number>()
  readonly #records = new Set<RecordId>()
  readonly #classes: AlertRow[] = []
  readonly #classPairs = new Set<string>()

  constructor(
    drafts: readonly ProductDraft[],
    productOf: ReadonlyMap<RecordId, ProductId>,
    surroundings: AlertContext,
    writer: AlertWriter,
  ) {
    this.#drafts = new Map(drafts.map((draft) => [draft.id, draft]))
    this.#productOf = productOf
    this.#context = surroundings
    this.#writer = writer
  }

  /** The number of open alerts of each product, without alerts about competing products. */
  get counts(): ReadonlyMap<ProductId, number> {
    return this.#counts
  }

  /** Pairs of products that have an open alert about copied records, see {@link productPair}. */
  get classPairs(): ReadonlySet<string> {
    return this.#classPairs
  }

  /** Records that the transaction must also recluster, and alerts whose class the transaction must read. */
  get missing(): { readonly records: readonly RecordId[]; readonly classes: readonly AlertRow[] } {
    return { records: [...this.#records], classes: this.#classes }
  }

  count(products: readonly [ProductId, ProductId], amount: 1 | -1 = 1): void {
    for (const id of products) this.#counts.set(id, (this.#counts.get(id) ?? 0) + amount)
  }

  /** Keeps an open alert about copies, unless the transaction covers its class. */
  keepCopies(alert: AlertRow): void {
    if (this.#context.copies?.has(alert.id) !== true) this.#keep(alert)
  }

  /**
   * Keeps an alert about products that a limit separated, if possible.
   *
   * @returns True if the alert stays open.
   */
  keepSkippedKeys(alert: AlertRow, wanted: Map<string, WantedAlert>): boolean {
    const { pending, isByPerson, judgedDifferent } = this.#context
    const products = this.#productsOf(alert)
    const pair = productPair(...products)
    if (products[0] === products[1] || judgedDifferent.has(pair) || this.#classPairs.has(pair)) return false
    if (alert.records.some((id) => pending.get(id)?.row.deactivatedAt !== undefined)) return false
    if (alert.records.some((id) => this.#isChanged(id)) && !this.#areSimilar(alert.records)) return false
    const want = wanted.get(pair)
    if (want !== undefined && !isByPerson) {
      // The records find each other again and are not one product, so the alert becomes an ordinary alert.
      wanted.delete(pair)
      const { skippedKeys: _, ...rest } = alert
      const { records, confidence, informationGain, edge } = want
      const { model, tfVersion } = edge
      this.#writer.rows.set(alert.id, {
        ...rest,
        products: want.products,
        records,
        confidence,
        informationGain,
        model,
        tfVersion: tfVersion,
      })
      return true
    }
    if (want !== undefined) return false
    this.count(products)
    this.#put(alert, {})
    return true
  }

  /**
   * Returns pairs of products that were one product until the limit of a key separated their records. The result
   * contains only the pairs that are necessary to connect the parts of each former product.
   */
  skippedKeyPairs(wanted: ReadonlyMap<string, WantedAlert>): WantedAlert[] {
    const { skippedKeyEdges, judgedDifferent, pending, scorer } = this.#context
    const pairs: WantedAlert[] = []
    const positions = new Map<ProductId, number>()
    const positionOf = (id: ProductId): number => {
      const position = positions.get(id) ?? positions.size
      positions.set(id, position)
      return position
    }
    const connected = new DisjointSets(this.#drafts.size)
    for (const {
      products: [a, b],
    } of wanted.values())
      connected.join(positionOf(a), positionOf(b))
    for (const edge of [...skippedKeyEdges].sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)) {
      const [a, b] = [this.#productOf.get(edge.a), this.#productOf.get(edge.b)]
      if (a === undefined || b === undefined || a === b) continue
      const before = [edge.a, edge.b].map((id) => this.#linkOf(id, pending))
      if (before[0] === undefined || before[0] !== before[1]) continue
      if (judgedDifferent.has(productPair(a, b)) || this.#classPairs.has(productPair(a, b))) continue
      if (connected.find(positionOf(a)) === connected.find(positionOf(b))) continue
      connected.join(positionOf(a), positionOf(b))
      const [one, other] = [this.#drafts.get(a) as ProductDraft, this.#drafts.get(b) as ProductDraft]
      const confidence = productPairConfidence(edge.weight / 100, one, other, scorer)
      pairs.push({
        products: a < b ? [a, b] : [b, a],
        records: a < b ? [edge.a, edge.b] : [edge.b, edge.a],
        confidence: edge.confidence,
        informationGain: informationGainOf(confidence, one, other),
        edge,
        lowest: `${edge.a}:${edge.b}`,
      })
    }
    return pairs
  }

  /** Updates the alerts about the classes of the transaction. */
  updateCopies(): void {
    for (const state of this.#context.copies?.states ?? []) {
      if (state.members !== undefined) this.#updateClass(state, state.members)
      else if (state.alert?.status === 'open') this.#keep(state.alert, state.count)
    }
  }

  #updateClass({ id, alert, count, isComplete }: ClassState, members: readonly StoredRecord[]): void {
    const { judgements, scorer, rules, undone, resolves, at } = this.#context
    const dismissal = dismissalOf(alert)
    if (dismissal !== undefined && !undone.has(dismissal)) return
    const decided = resolves?.id === id && alert?.status === 'open' ? resolves.status : undefined
    if (decided === 'dismissed') {
      this.#writer.close(alert as AlertRow, decided)
      return
    }
    const [first] = members
    if (first !== undefined && members.length > 1 && !this.#productOf.has(first.row.id)) {
      this.#records.add(first.row.id)
      return
    }
    const found = classAlert({ members, count }, (each) => this.#productOfMember(each), judgements, { scorer, rules })
    if (typeof found === 'string') {
      if (!isComplete) {
        this.#classes.push(alert as AlertRow)
        return
      }
      if (alert?.status !== 'open') return
      // A decision about all current products does not apply to later copies.
      this.#writer.close(alert, decided ?? (found === 'merged' ? 'merged' : 'withdrawn'))
      return
    }
    if (!this.#productOf.has(found.copy)) {
      this.#records.add(found.copy)
      return
    }
    this.#countOpen(found.products)
    const { model, terms } = scorer
    const content = {
      ...pairOf(found),
      confidence: found.confidence,
      informationGain: found.informationGain,
      copies: count,
    }
    if (alert?.status === 'open') {
      this.#put(alert, content)
      return
    }
    const detectedAt = alert?.detectedAt ?? at
    this.#writer.opened(
      {
        id,
        ...content,
        status: 'open',
        detectedAt,
        model: model.version,
        tfVersion: terms.tfVersion,
        ...defined({ marks: alert?.marks }),
      },
      alert,
    )
  }

  /** Keeps an open alert about the same records. If that is impossible, requests reading its class. */
  #keep(alert: AlertRow, count: number | undefined = alert.copies): void {
    const products = this.#productsOf(alert)
    if (products[0] === products[1] || this.#context.judgements.areDifferent(...alert.records)) {
      this.#classes.push(alert)
      return
    }
    this.#countOpen(products)
    this.#put(alert, {
      copies: count as number,
      informationGain: classInformationGain(alert.confidence, count as number),
    })
  }

  /** Counts an open alert about copies. */
  #countOpen(products: readonly [ProductId, ProductId]): void {
    this.count(products)
    this.#classPairs.add(productPair(...products))
  }

  /** Writes an open alert if it changes. Its products may have new ids. */
  #put(alert: AlertRow, content: Partial<AlertRow>): void {
    const [a, b] = this.#productsOf({ ...alert, ...content })
    const { records } = { ...alert, ...content }
    const ordered: Pick<AlertRow, 'products' | 'records'> =
      a < b ? { products: [a, b], records } : { products: [b, a], records: [records[1], records[0]] }
    const row = { ...alert, ...content, ...ordered }
    const isSame =
      row.products.join() === alert.products.join() &&
      row.records.join() === alert.records.join() &&
      row.confidence === alert.confidence &&
      row.informationGain === alert.informationGain &&
      row.copies === alert.copies
    if (!isSame) this.#writer.rows.set(alert.id, row)
  }

  /** Returns the products that contain an alert's records after the transaction. */
  #productsOf({ records, products }: AlertRow): [ProductId, ProductId] {
    const { merged } = this.#context
    const now = (at: 0 | 1): ProductId => this.#productOf.get(records[at]) ?? merged.get(products[at]) ?? products[at]
    return [now(0), now(1)]
  }

  #productOfMember({ row, link }: StoredRecord): ProductId | undefined {
    return this.#productOf.get(row.id) ?? link?.productId
  }

  #linkOf(id: RecordId, pending: AlertContext['pending']): ProductId | undefined {
    const step = pending.get(id)
    if (step !== undefined) return step.before?.link?.productId
    const product = this.#productOf.get(id)
    return this.#drafts.get(product ?? -1)?.records.find(({ row }) => row.id === id)?.link?.productId
  }

  /** Reports whether the transaction changes the content of a record. */
  #isChanged(id: RecordId): boolean {
    const step = this.#context.pending.get(id)
    return step?.before !== undefined && !isSameBytes(step.row.features, step.before.row.features)
  }

  /** Reports whether two records are still similar after one of them changed. */
  #areSimilar(records: AlertRow['records']): boolean {
    const { scorer, rules } = this.#context
    const rows = records.map((id) =>
      this.#drafts.get(this.#productOf.get(id) ?? -1)?.records.find(({ row }) => row.id === id),
    )
    records.forEach((id, at) => {
      if (rows[at] === undefined) this.#records.add(id)
    })
    const [one, other] = rows
    if (one === undefined || other === undefined) return true
    const { weight } = scorer.score(rules.decode(one.row.features), rules.decode(other.row.features))
    return weight >= weightOfConfidence(scorer.model.thresholds.review)
  }
}

function pairOf({ first, copy, products: [own, other] }: ClassAlert): Pick<AlertRow, 'products' | 'records'> {
  return own < other
    ? { products: [own, other], records: [first, copy] }
    : { products: [other, own], records: [copy, first] }
}
