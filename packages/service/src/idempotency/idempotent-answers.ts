import { createHash } from 'node:crypto'
import { type Clock, RegistryError } from '@utpid/core'
import { rowKey, type StoredRow } from '@utpid/core/storage'
import type { DoneMark } from '../access/actor.ts'
import type { IdempotentAnswer, KeptAnswer } from '../model/request-log.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Hours that an answer is kept. */
export const ANSWER_HOURS = 24
/** Unless it says so again, a request that was begun is over after this: longer than any may take. */
export const WORK_MILLISECONDS = 30_000
const HOUR = 3_600_000
const ATTEMPTS = 50
/** Characters of a route that stands in the key of its row. */
const ROUTE_MOST = 150

/** A request that names itself, so that it has one effect. */
export interface IdempotentRequest {
  readonly accountId: string
  /** Method and path of the route. */
  readonly route: string
  /** The header's text. */
  readonly key: string
  /** Of the body as it came. */
  readonly bodyHash: string
}

/** Whether a request that may be repeated is to be done, or is answered already. */
export type BegunRequest =
  | { readonly kind: 'fresh'; readonly work: IdempotentWork }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  /** It was done, and its answer was lost. */
  | { readonly kind: 'done' }

/**
 * Requests with an Idempotency-Key: each has one effect in 24 hours, and one answer. The effect is the registry's or a
 * job's, by a token that is the same whenever the request is worked on again, or an account's, whose write says that it is
 * done; so a crash in the middle does no harm.
 */
export class IdempotentAnswers {
  readonly #store: ServiceStore
  readonly #clock: Clock

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * @throws `idempotency_in_progress` while another request of this key is worked on; `idempotency_key_reused` when it
   *   came with another body.
   */
  async begin({ accountId, route, key, bodyHash }: IdempotentRequest): Promise<BegunRequest> {
    const rowName = rowKey(accountId, routeName(route), sha256(key))
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [stored] = await this.#store.read('idempotent_answers', [rowName])
      const now = this.#clock()
      const known = stored !== undefined && Date.parse(stored.row.expiresAt) > now ? stored.row : undefined
      if (known !== undefined && known.bodyHash !== bodyHash) throw reused()
      if (known?.answer !== undefined) return { kind: 'replay', answer: known.answer }
      if (known?.isDone === true && !isWorkedOn(known, now)) return { kind: 'done' }
      if (known !== undefined && isWorkedOn(known, now)) throw inProgress(known, now)
      const id = newRowId(this.#clock)
      const begun: IdempotentAnswer = {
        ...(known ?? this.#new(bodyHash)),
        work: { id, until: new Date(now + WORK_MILLISECONDS).toISOString() },
      }
      const writes: RowWrite[] = [
        { table: 'idempotent_answers', key: rowName, row: begun, expect: stored?.revision ?? 'absent' },
      ]
      if (known === undefined) {
        const ageKey = rowKey(begun.expiresAt, id)
        writes.push({ table: 'idempotent_ages', key: ageKey, row: { key: rowName } })
      }
      if ((await this.#store.write(writes)) === undefined) {
        return { kind: 'fresh', work: new IdempotentWork(this.#store, this.#clock, rowName, begun) }
      }
    }
    throw new RegistryError('unavailable', 'This Idempotency-Key is used by too many requests at once; try again.')
  }

  #new(bodyHash: string): Omit<IdempotentAnswer, 'work'> {
    const now = this.#clock()
    return {
      bodyHash,
      token: newRowId(this.#clock),
      startedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + ANSWER_HOURS * HOUR).toISOString(),
    }
  }
}

/** Of a path with a long supplier code: percent-encoded, it would be longer than keys of rows are. */
function routeName(route: string): string {
  return encodeURIComponent(route).length > ROUTE_MOST ? sha256(route) : route
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isWorkedOn({ work }: IdempotentAnswer, now: number): boolean {
  return work !== undefined && Date.parse(work.until) > now
}

/** A request that is this process's to answer. */
export class IdempotentWork implements DoneMark {
  /** What the registry, or the job that is made, is to be told: a UUID. */
  readonly token: string
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #key: string
  readonly #id: string

  constructor(store: ServiceStore, clock: Clock, key: string, { token, work }: IdempotentAnswer) {
    this.token = token
    this.#store = store
    this.#clock = clock
    this.#key = key
    this.#id = work?.id ?? ''
  }

  /**
   * What says that the request is done, for the write of what it does.
   *
   * @throws `idempotency_in_progress` when another one works on it by now.
   */
  async write(): Promise<RowWrite> {
    const [stored] = await this.#store.read('idempotent_answers', [this.#key])
    if (stored?.row.work?.id !== this.#id) throw takenOver()
    const row: IdempotentAnswer = { ...stored.row, isDone: true }
    return { table: 'idempotent_answers', key: this.#key, row, expect: stored.revision }
  }

  /** Keeps the answer for whoever repeats the request. @returns false when another one was answered meanwhile. */
  finish(answer: KeptAnswer): Promise<boolean> {
    return this.#change(({ work: _, ...row }) => ({ ...row, answer }))
  }

  /** Of an answer that is none (5xx, 429): the request may be repeated at once, and is worked on with the same token. */
  release(): Promise<boolean> {
    return this.#change(({ work: _, ...row }) => row)
  }

  /** Says that it is still worked on; for what takes longer than {@link WORK_MILLISECONDS}. */
  renew(): Promise<boolean> {
    return this.#change((row) => ({
      ...row,
      work: { id: this.#id, until: new Date(this.#clock() + WORK_MILLISECONDS).toISOString() },
    }))
  }

  async #change(change: (row: IdempotentAnswer) => IdempotentAnswer): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored: StoredRow<IdempotentAnswer> | undefined = (
        await this.#store.read('idempotent_answers', [this.#key])
      )[0]
      if (stored?.row.work?.id !== this.#id) return false
      const row = change(stored.row)
      const write: RowWrite = { table: 'idempotent_answers', key: this.#key, row, expect: stored.revision }
      if ((await this.#store.write([write])) === undefined) return true
    }
    return false
  }
}

function inProgress({ work }: IdempotentAnswer, now: number): RegistryError {
  const retryAfter = Math.max(1, Math.ceil((Date.parse(work?.until ?? '') - now) / 1000))
  return new RegistryError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is being worked on; repeat it in a moment to get its answer.',
    { details: { retryAfter } },
  )
}

function takenOver(): RegistryError {
  return new RegistryError(
    'idempotency_in_progress',
    'This request took too long and is worked on by another one; repeat it in a moment to get its answer.',
  )
}

function reused(): RegistryError {
  return new RegistryError(
    'idempotency_key_reused',
    'This Idempotency-Key came with another body within 24 hours; take a new key for another request.',
  )
}
