import { type CopyClass, classIdOf, copyClassOf } from '../blocking/copy-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import { entropyOfConfidence } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { Ledger, StoredRecord } from '../storage/ledger.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { AlertRow, BlockingKey, RecordId } from '../storage/rows.ts'
import { copyMembers } from './copy-members.ts'
import type { PendingRecord } from './pending-record.ts'
import type { ProductDraft } from './product-draft.ts'
import type { Rulings } from './rulings.ts'
import { type CopySources, isLower, type TouchedClass } from './settle-copies.ts'

export interface CopyAlertSources extends CopySources {
  readonly ledger: CopySources['ledger'] & Pick<Ledger, 'getAlerts'>
  readonly scorer: PairScorer
}

/** A class that a step has to do with, and the alert about it. */
export interface ClassState {
  readonly id: string
  readonly keys: CopyClass
  readonly alert: AlertRow | undefined
  /** How many records it has after the step. */
  readonly count: number
  /** Its records after the step, the first one first; undefined when the alert stays but for the count. */
  readonly members: readonly StoredRecord[] | undefined
}

/** What the alert about a class says. */
export interface ClassAlert {
  readonly first: RecordId
  readonly copy: RecordId
  readonly products: readonly [ofFirst: ProductId, ofCopy: ProductId]
  /** Integer of 1/10,000. */
  readonly confidence: number
  readonly gain: number
}

/** Why there is no alert about a class. */
export type NoClassAlert = 'alone' | 'merged' | 'different'

/**
 * The classes that a step has to do with, and the alerts about them. There is one alert about each class with copies that
 * are not in the product of the first one: it is between the first one and the copy of the lowest code that nobody has
 * ruled on.
 */
export class CopyAlerts {
  readonly #sources: CopyAlertSources
  readonly #pending: ReadonlyMap<RecordId, PendingRecord>
  readonly #states = new Map<string, ClassState>()

  /** @param pending - Records of the step, under the keys of what they stand for. */
  constructor(sources: CopyAlertSources, pending: ReadonlyMap<RecordId, PendingRecord>) {
    this.#sources = sources
    this.#pending = pending
  }

  get states(): Iterable<ClassState> {
    return this.#states.values()
  }

  /** Keys of the classes: nobody else may have written a record of theirs. */
  keys(): BlockingKey[] {
    return [...this.#states.values()].flatMap(({ keys }) => [keys.first, keys.copies])
  }

  has(id: string): boolean {
    return this.#states.has(id)
  }

  /**
   * Takes in classes whose records come or go in the step.
   *
   * @param isListed - Whether their members are read even where the alert seems to stay as it is.
   */
  async touch(classes: Iterable<TouchedClass>, isListed: boolean): Promise<void> {
    const fresh = [...classes].filter(({ id }) => !this.#states.has(id))
    const alerts = await readInChunks(fresh, (chunk) => this.#sources.ledger.getAlerts(chunk.map(({ id }) => id)))
    for (const [at, each] of fresh.entries()) {
      const alert = alerts[at]
      const counted = isListed ? undefined : await this.#counted(each, alert)
      const state = counted ?? (await this.#listed(each.keys, each.features, alert))
      this.#states.set(each.id, state)
    }
  }

  /**
   * Takes in the classes of copies that a step only regroups, and of what people decide on.
   *
   * @param isListed - Whether their members are read even where the alert seems to stay as it is.
   * @returns whether there was any that is new.
   */
  async look(records: readonly StoredRecord[], isListed: boolean): Promise<boolean> {
    const { rules, ledger } = this.#sources
    const classes = new Map<string, { readonly keys: CopyClass; readonly features: RecordFeatures; isCopy: boolean }>()
    for (const { row } of records) {
      const features = rules.decode(row.features)
      const keys = copyClassOf(features, rules)
      const id = classIdOf(keys)
      if (this.#states.has(id)) continue
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
      const counted = isListed ? undefined : await this.#counted(touched, alert)
      this.#states.set(id, counted ?? (await this.#listed(keys, features, alert)))
      isNew = true
    }
    return isNew
  }

  /**
   * Reads the members of the class that an alert is about.
   *
   * @returns whether they are there.
   */
  async take(alert: AlertRow): Promise<boolean> {
    const { ledger, rules } = this.#sources
    const stored = await ledger.getRecords(alert.records)
    for (const [at, id] of alert.records.entries()) {
      const row = this.#pending.get(id)?.row ?? stored[at]?.row
      if (row === undefined || row.endedAt !== undefined) continue
      const features = rules.decode(row.features)
      const keys = copyClassOf(features, rules)
      if (classIdOf(keys) !== alert.id) continue
      this.#states.set(alert.id, await this.#listed(keys, features, alert))
      return true
    }
    return false
  }

  /** Records whose products the alerts are about: they are regrouped with the step. */
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

  /** The alert stays as it is, but for its count, as long as its two records do and no copy of a lower code comes. */
  async #counted(touched: TouchedClass, alert: AlertRow | undefined): Promise<ClassState | undefined> {
    if (alert?.status !== 'open' || alert.copies === undefined) return undefined
    if (alert.records.some((id) => this.#pending.has(id))) return undefined
    const [one, other] = await this.#sources.ledger.getRecords(alert.records)
    if (one?.link === undefined || other?.link === undefined) return undefined
    const [first, copy] = one.row.copy === true ? [other, one] : [one, other]
    if (first.row.copy === true || copy.row.copy !== true) return undefined
    if (touched.present.some(({ row }) => isLower(row, copy.row))) return undefined
    const count = alert.copies + touched.present.length - touched.former.length
    return { id: touched.id, keys: touched.keys, alert, count, members: undefined }
  }

  async #listed(keys: CopyClass, features: RecordFeatures, alert: AlertRow | undefined): Promise<ClassState> {
    const members = await copyMembers(features, this.#pending, this.#sources)
    return { id: classIdOf(keys), keys, alert, count: members.length, members }
  }
}

/** What the alert about a class has to say after a step, or why there is none. */
export function classAlert(
  members: readonly StoredRecord[],
  productOf: (record: StoredRecord) => ProductId | undefined,
  rulings: Pick<Rulings, 'areDifferent'>,
  { scorer, rules }: Pick<CopyAlertSources, 'scorer' | 'rules'>,
): ClassAlert | NoClassAlert {
  const [first, ...copies] = members
  if (first === undefined || copies.length === 0) return 'alone'
  const own = productOf(first)
  const apart = copies.filter((each) => productOf(each) !== own)
  const copy = apart.find(({ row }) => !rulings.areDifferent(first.row.id, row.id))
  if (copy === undefined) return apart.length === 0 ? 'merged' : 'different'
  const score = scorer.score(rules.decode(first.row.features), rules.decode(copy.row.features))
  const confidence = Math.round(score.confidence * 10_000)
  return {
    first: first.row.id,
    copy: copy.row.id,
    products: [own as ProductId, productOf(copy) as ProductId],
    confidence,
    gain: classGain(confidence, members.length),
  }
}

/** What a decision about a class tells, in 1/1,000 bits: it is one answer for each copy. */
export function classGain(confidence: number, count: number): number {
  return Math.round(entropyOfConfidence(confidence / 10_000) * (count - 1) * 1_000)
}

/** Products of a step by record. */
export function productsOf(drafts: readonly ProductDraft[]): Map<RecordId, ProductId> {
  const products = new Map<RecordId, ProductId>()
  for (const draft of drafts) for (const record of draft.links.keys()) products.set(record, draft.id)
  return products
}
