import { type CopyClass, classIdOf, copyClassOf } from '../../blocking/copy-keys.ts'
import type { Judgements } from '../../clustering/constraints/judgements.ts'
import { copyMembers } from '../../clustering/copy-members.ts'
import {
  type CopySources,
  type FixedCopies,
  isLower,
  isSameBytes,
  type TouchedClass,
} from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { ProductId } from '../../model/utpid.ts'
import { entropyOfConfidence } from '../../scoring/match-weight.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, BlockingKey, ChangeNumber, RecordId } from '../../storage/rows.ts'

export interface CopyAlertSources extends CopySources {
  readonly ledger: CopySources['ledger'] & Pick<Ledger, 'getAlerts'>
  readonly scorer: PairScorer
}

/** A copy class of the transaction, with its alert. */
export interface ClassState {
  readonly id: string
  readonly keys: CopyClass
  /** The features that its records share. */
  readonly features: RecordFeatures
  readonly alert: AlertRow | undefined
  /** The number of records of the class after the transaction. */
  readonly count: number
  /**
   * The records of the class after the transaction that were read: the first record, then the copies by code. Undefined
   * if only the count of the alert changes.
   */
  readonly members: readonly StoredRecord[] | undefined
  /** True if `members` is complete. False if it contains only the records with the lowest codes. */
  readonly isComplete: boolean
}

/** The content of the alert about a class. */
export interface ClassAlert {
  readonly first: RecordId
  readonly copy: RecordId
  readonly products: readonly [ofFirst: ProductId, ofCopy: ProductId]
  /** The confidence in units of 1/10,000, an integer. */
  readonly confidence: number
  readonly informationGain: number
}

/** The reason why a class has no alert. */
export type NoClassAlert = 'alone' | 'merged' | 'different'

/**
 * The copy classes of a transaction, with their alerts. A class has one alert if some of its copies are outside the
 * product of its first record. The alert connects the first record with a copy without a judgement. If there are
 * several such copies, the copy with the lowest code counts.
 */
export class CopyAlerts {
  readonly #sources: CopyAlertSources
  readonly #pending: ReadonlyMap<RecordId, PendingRecord>
  readonly #successors: FixedCopies['successors']
  readonly #states = new Map<string, ClassState>()

  /**
   * Creates the alerts of a transaction.
   *
   * @param settled - Records of the transaction with their final keys, and new representatives of classes.
   */
  constructor(sources: CopyAlertSources, { pending, successors }: Pick<FixedCopies, 'pending' | 'successors'>) {
    this.#sources = sources
    this.#pending = pending
    this.#successors = successors
  }

  /**
   * Returns the representative of a class after the transaction, given its previous representative. The two may be the
   * same record.
   */
  successorOf(id: RecordId): RecordId {
    return this.#successors.get(id) ?? id
  }

  get states(): Iterable<ClassState> {
    return this.#states.values()
  }

  /**
   * Returns the keys of the classes. A precondition uses these keys so that no other transaction writes the records of
   * the classes.
   */
  keys(): BlockingKey[] {
    return [...this.#states.values()].flatMap(({ keys }) => [keys.first, keys.copies])
  }

  has(id: string): boolean {
    return this.#states.has(id)
  }

  /**
   * Adds classes whose records change in the transaction.
   *
   * @param isListed - Whether to read their members even if the alert seems unchanged.
   */
  async addTouched(classes: Iterable<TouchedClass>, isListed: boolean): Promise<void> {
    const fresh = [...classes].filter(({ id }) => !this.#states.has(id))
    const alerts = await readInChunks(fresh, (chunk) => this.#sources.ledger.getAlerts(chunk.map(({ id }) => id)))
    for (const [at, each] of fresh.entries()) {
      const alert = alerts[at]
      const known = isListed ? undefined : await this.#stateWithoutReading(each, alert)
      this.#states.set(each.id, known ?? (await this.#listed(each, alert)))
    }
  }

  /**
   * Adds the copy classes of records that the transaction only reclusters, or that people decide on.
   *
   * @param isListed - Whether to read their members even if the alert seems unchanged.
   * @param moved - Copies that leave their product in the transaction with unchanged content.
   * @returns True if any class is new.
   */
  async addRecords(
    records: readonly StoredRecord[],
    isListed: boolean,
    moved: ReadonlySet<RecordId> = new Set(),
  ): Promise<boolean> {
    const { rules, ledger } = this.#sources
    const classes = new Map<string, { readonly keys: CopyClass; readonly features: RecordFeatures; isCopy: boolean }>()
    for (const { row } of records) {
      const features = rules.decode(row.features)
      const keys = copyClassOf(features, rules)
      const id = classIdOf(keys)
      const state = this.#states.get(id)
      if (state !== undefined && (state.isComplete || dismissalOf(state.alert) !== undefined || !moved.has(row.id)))
        continue
      const known = classes.get(id)
      if (known === undefined) classes.set(id, { keys, features, isCopy: row.copy === true })
      else known.isCopy ||= row.copy === true
    }
    const found = [...classes]
    const alerts = await readInChunks(found, (chunk) => ledger.getAlerts(chunk.map(([id]) => id)))
    let isNew = false
    for (const [at, [id, { keys, features, isCopy }]] of found.entries()) {
      const alert = alerts[at]
      if (!isCopy && alert === undefined) continue
      const touched = { id, keys, features, present: [], former: [] }
      const known = isListed || this.#states.has(id) ? undefined : await this.#stateWithoutReading(touched, alert)
      this.#states.set(id, known ?? (await this.#listed(touched, alert)))
      isNew = true
    }
    return isNew
  }

  /**
   * Reads the members of the class of an alert.
   *
   * @returns True if the class has members.
   */
  async addAlert(alert: AlertRow): Promise<boolean> {
    const { ledger, rules } = this.#sources
    const state = this.#states.get(alert.id)
    if (state !== undefined) {
      this.#states.set(alert.id, await this.#listed(state, alert))
      return true
    }
    const stored = await ledger.getRecords(alert.records)
    for (const [at, id] of alert.records.entries()) {
      const row = this.#pending.get(id)?.row ?? stored[at]?.row
      if (row === undefined || row.deactivatedAt !== undefined) continue
      const features = rules.decode(row.features)
      const keys = copyClassOf(features, rules)
      if (classIdOf(keys) !== alert.id) continue
      this.#states.set(alert.id, await this.#listed({ id: alert.id, keys, features }, alert))
      return true
    }
    return false
  }

  /** Returns the records whose products the alerts are about. The transaction reclusters these records. */
  affected(): RecordId[] {
    return [...this.#states.values()].flatMap(({ alert, members }) => {
      if (members === undefined) return []
      const [first, copy] = members
      return [
        ...(alert?.status === 'open' ? alert.records : []),
        ...(first === undefined ? [] : [first.row.id]),
        ...(copy === undefined ? [] : [copy.row.id]),
      ]
    })
  }

  /** Returns the new state if the code can compute it without reading the class; else undefined. */
  async #stateWithoutReading(touched: TouchedClass, alert: AlertRow | undefined): Promise<ClassState | undefined> {
    const { id, keys, features, present, former } = touched
    const known = { id, keys, features, alert, isComplete: false }
    if (alert === undefined || alert.copies === undefined) return undefined
    const count = alert.copies + present.length - former.length
    if (dismissalOf(alert) !== undefined) return { ...known, count, members: undefined }
    if (alert.status !== 'open') return undefined
    const [one, other] = await this.#sources.ledger.getRecords(alert.records)
    if (one?.link === undefined || other?.link === undefined) return undefined
    const [first, copy] = one.row.copy === true ? [other, one] : [one, other]
    if (first.row.copy === true || copy.row.copy !== true) return undefined
    const [firstNow, copyNow] = [this.#unchangedRecord(first), this.#unchangedRecord(copy)]
    if (firstNow === undefined) return undefined
    const come = present.flatMap(({ row }) =>
      row.id === first.row.id || row.id === copy.row.id ? [] : this.#changedRecord(row.id),
    )
    if (firstNow.row.copy === true) {
      // All records with lower codes than the representative come from the transaction.
      const lower = come.filter(({ row }) => isLower(row, first.row))
      return { ...known, count, members: [...lower.sort(byCode), firstNow] }
    }
    if (copyNow?.row.copy !== true) return undefined
    const lower = come.filter(({ row }) => isLower(row, copy.row))
    // Other copies with lower codes are in the product of the first record or were judged different from the first
    // record.
    return { ...known, count, members: lower.length === 0 ? undefined : [firstNow, ...lower.sort(byCode), copyNow] }
  }

  /**
   * Returns a stored record in its state after the transaction; undefined if it becomes inactive or its content
   * changes.
   */
  #unchangedRecord(stored: StoredRecord): StoredRecord | undefined {
    const step = this.#pending.get(stored.row.id)
    if (step === undefined) return stored
    const { row } = step
    return row.deactivatedAt === undefined && isSameBytes(row.features, stored.row.features)
      ? { ...stored, row }
      : undefined
  }

  /** Returns a record of the transaction in its state after the transaction. */
  #changedRecord(id: RecordId): StoredRecord[] {
    const step = this.#pending.get(id)
    if (step === undefined) return []
    const { row, before } = step
    return [{ row, ...(before?.link === undefined ? {} : { link: before.link }) }]
  }

  async #listed(
    { keys, features }: Pick<ClassState, 'id' | 'keys' | 'features'>,
    alert: AlertRow | undefined,
  ): Promise<ClassState> {
    const members = await copyMembers(features, this.#pending, this.#sources)
    return { id: classIdOf(keys), keys, features, alert, count: members.length, members, isComplete: true }
  }
}

function byCode(a: StoredRecord, b: StoredRecord): number {
  return isLower(a.row, b.row) ? -1 : 1
}

/**
 * Returns a person's decision that all records of a class are different. The decision also applies to later records.
 */
export function dismissalOf(alert: AlertRow | undefined): ChangeNumber | undefined {
  return alert?.status === 'dismissed' && alert.resolution?.by === 'person' ? alert.resolution.decision : undefined
}

/** Returns the content of the alert about a class after a transaction, or the reason why the class has no alert. */
export function classAlert(
  { members, count }: { readonly members: readonly StoredRecord[]; readonly count: number },
  productOf: (record: StoredRecord) => ProductId | undefined,
  judgements: Pick<Judgements, 'areDifferent'>,
  { scorer, rules }: Pick<CopyAlertSources, 'scorer' | 'rules'>,
): ClassAlert | NoClassAlert {
  const [first, ...copies] = members
  if (first === undefined || copies.length === 0) return 'alone'
  const own = productOf(first)
  const apart = copies.filter((each) => productOf(each) !== own)
  const copy = apart.find(({ row }) => !judgements.areDifferent(first.row.id, row.id))
  if (copy === undefined) return apart.length === 0 ? 'merged' : 'different'
  const score = scorer.score(rules.decode(first.row.features), rules.decode(copy.row.features))
  const confidence = Math.round(score.confidence * 10_000)
  return {
    first: first.row.id,
    copy: copy.row.id,
    products: [own as ProductId, productOf(copy) as ProductId],
    confidence,
    informationGain: classInformationGain(confidence, count),
  }
}

/** Returns the information gain of a decision about a class, in 1/1,000 bits. Each copy counts as one decision. */
export function classInformationGain(confidence: number, count: number): number {
  return Math.round(entropyOfConfidence(confidence / 10_000) * (count - 1) * 1_000)
}

/** Returns the products of a transaction by record. */
export function productsOf(drafts: readonly ProductDraft[]): Map<RecordId, ProductId> {
  const products = new Map<RecordId, ProductId>()
  for (const draft of drafts) for (const record of draft.links.keys()) products.set(record, draft.id)
  return products
}
