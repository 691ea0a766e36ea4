import { LIMITS, type Registry, type Storage, UTPID_FORMAT } from '@utpid/core'
import type { AlertRow, RecordId } from '@utpid/core/storage'
import { readTruePairs, type Truth } from './true-pairs.ts'

export type { Truth }

/** The order of open alerts for a reviewer. */
export type ReviewOrder = 'informationGain' | 'random'

export interface ReviewOutcome {
  readonly questions: number
  /** Pair F1 before the first question, and after each. */
  readonly f1: readonly number[]
  /**
   * Number of questions whose answer was known: the pair of records is repeated, or its answer follows from earlier
   * ones.
   */
  readonly repeatedQuestions: number
  /** Number of answers that the registry rejected as contradictions. */
  readonly refused: number
}

/**
 * Answers alerts with the truth, one at a time, until no alert is open.
 *
 * @param random - Draws the next alert when the order is random.
 */
export async function review(
  { registry, storage, truth }: { registry: Registry; storage: Storage; truth: Truth },
  order: ReviewOrder,
  random: () => number,
): Promise<ReviewOutcome> {
  const { ledger } = storage
  const pairs = await readTruePairs(ledger, truth)
  const answers = new Answers()
  const f1 = [pairs.f1]
  let questions = 0
  let repeatedQuestions = 0
  let refused = 0
  for (;;) {
    const alert = await nextAlert(ledger, order, random)
    if (alert === undefined) break
    questions++
    const [left, right] = (await ledger.getProducts(alert.products)).map((row) => row?.records ?? []) as [
      readonly RecordId[],
      readonly RecordId[],
    ]
    if (answers.follow(left, right)) repeatedQuestions++
    const same = truth(alert.records[0]) !== undefined && truth(alert.records[0]) === truth(alert.records[1])
    try {
      const resolution = same ? 'merge' : 'dismiss'
      await registry.resolve(alert.id, { resolution, actor: 'reviewer' })
    } catch (error) {
      if ((error as { code?: string }).code !== 'judgement_conflict') throw error
      refused++
      await registry.dismiss(...utpidsOf(alert), { actor: 'reviewer' })
    }
    answers.add(left, right, same)
    if (same) await pairs.refresh(ledger, [...left, ...right])
    f1.push(pairs.f1)
  }
  return { questions, f1, repeatedQuestions, refused }
}

function utpidsOf({ products: [a, b] }: AlertRow): [string, string] {
  return [UTPID_FORMAT.format(a), UTPID_FORMAT.format(b)]
}

async function nextAlert(
  ledger: Storage['ledger'],
  order: ReviewOrder,
  random: () => number,
): Promise<AlertRow | undefined> {
  const open = { status: 'open', order: 'informationGain' } as const
  if (order === 'informationGain') return (await ledger.alerts({ ...open, offset: 0, limit: 1 })).alerts[0]
  const { total } = await ledger.alerts({ ...open, offset: 0, limit: 1 })
  const offset = Math.floor(random() * total)
  return (await ledger.alerts({ ...open, offset: Math.min(offset, Math.max(0, total - 1)), limit: LIMITS.rowsPerPage }))
    .alerts[0]
}

/** Returns the number of questions until pair F1 reaches an aim; null if it never does. */
export function questionsUntil({ f1 }: ReviewOutcome, aim: number): number | null {
  const at = f1.findIndex((each) => each >= aim)
  return at < 0 ? null : at
}

/** The answers of a reviewer, with all their consequences. */
class Answers {
  readonly #parent = new Map<RecordId, RecordId>()
  /** For each representative, the representatives that are known to be different. */
  readonly #different = new Map<RecordId, Set<RecordId>>()

  /** Returns whether the answer for two products follows from earlier answers. */
  follow(left: readonly RecordId[], right: readonly RecordId[]): boolean {
    const rights = new Set(right.map((id) => this.#find(id)))
    return left.some((id) => {
      const own = this.#find(id)
      if (rights.has(own)) return true
      const different = this.#different.get(own)
      return different !== undefined && [...rights].some((other) => different.has(other))
    })
  }

  add(left: readonly RecordId[], right: readonly RecordId[], same: boolean): void {
    for (const a of left) for (const b of right) same ? this.#join(a, b) : this.#part(a, b)
  }

  #find(id: RecordId): RecordId {
    let at = id
    for (let up = this.#parent.get(at); up !== undefined; up = this.#parent.get(at)) at = up
    return at
  }

  #part(a: RecordId, b: RecordId): void {
    const [one, other] = [this.#find(a), this.#find(b)]
    this.#differentOf(one).add(other)
    this.#differentOf(other).add(one)
  }

  #join(a: RecordId, b: RecordId): void {
    const [one, other] = [this.#find(a), this.#find(b)]
    if (one === other) return
    this.#parent.set(other, one)
    for (const each of this.#differentOf(other)) {
      this.#differentOf(each).delete(other)
      this.#differentOf(each).add(one)
      this.#differentOf(one).add(each)
    }
  }

  #differentOf(id: RecordId): Set<RecordId> {
    const known = this.#different.get(id) ?? new Set()
    this.#different.set(id, known)
    return known
  }
}
