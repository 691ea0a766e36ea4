import { createHash } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { rowKey, type StoredRow } from '@utpid/core/storage'
import type { DoneMark } from '../access/actor.ts'
import type { IdempotentAnswer, KeptAnswer } from '../model/request-log.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Hours for which a response is kept. */
export const ANSWER_HOURS = 24
/** Milliseconds until a started request without a renewal is considered dead; longer than any request may take. */
export const WORK_MILLISECONDS = 30_000
const HOUR = 3_600_000
const ATTEMPTS = 50
/** Maximum characters of a route within a row key. */
const ROUTE_MOST = 150

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly accountId: string
  /** Method and path of the route. */
  readonly route: string
  /** The header's text. */
  readonly key: string
  /** The hash of the body as received. */
  readonly bodyHash: string
}

/** The state of an idempotent request: to be processed, or already answered. */
export type BegunRequest =
  | { readonly kind: 'fresh'; readonly work: IdempotentWork }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer }
  /** The request is done, but its response was lost. */
  | { readonly kind: 'done' }

/**
 * Gives each request with an Idempotency-Key one effect and one response within 24 hours. For the registry or a job,
 * each attempt uses the same idempotency key. A change of an account marks the request as done in its own transaction.
 * A crash at any point is therefore safe.
 */
export class IdempotentAnswers {
  readonly #store: ServiceStore
  readonly #clock: Clock

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * @throws `idempotency_in_progress` while another request with this key is processed; `idempotency_key_reused` if the
   * key came with another body.
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
    throw new RegistryError('unavailable', 'Too many concurrent requests use this Idempotency-Key; try again.')
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

/** Hashes a path with a long supplier code. Percent-encoded, it would exceed the maximum length of row keys. */
function routeName(route: string): string {
  return encodeURIComponent(route).length > ROUTE_MOST ? sha256(route) : route
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isWorkedOn({ work }: IdempotentAnswer, now: number): boolean {
  return work !== undefined && Date.parse(work.until) > now
}

/** A request that this process has claimed. */
export class IdempotentWork implements DoneMark {
  /** The idempotency key (a UUID) for the registry or the new job. */
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
   * Returns the row that marks the request as done, for the transaction of its change.
   *
   * @throws `idempotency_in_progress` if another request has taken over the claim.
   */
  async write(): Promise<RowWrite> {
    const [stored] = await this.#store.read('idempotent_answers', [this.#key])
    if (stored?.row.work?.id !== this.#id) throw takenOver()
    const row: IdempotentAnswer = { ...stored.row, isDone: true }
    return { table: 'idempotent_answers', key: this.#key, row, expect: stored.revision }
  }

  /** Stores the response for repeated requests. @returns false if another request has taken over the claim. */
  finish(answer: KeptAnswer): Promise<boolean> {
    return this.#change(({ work: _, ...row }) => ({ ...row, answer }))
  }

  /**
   * Releases the claim without a final response (5xx, 429). The request can be repeated at once, with the same
   * idempotency key.
   */
  release(): Promise<boolean> {
    return this.#change(({ work: _, ...row }) => row)
  }

  /** Extends the claim, for work longer than {@link WORK_MILLISECONDS}. */
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
    'A request with this Idempotency-Key is in progress; repeat it in a moment to get its answer.',
    { details: { retryAfter } },
  )
}

function takenOver(): RegistryError {
  return new RegistryError(
    'idempotency_in_progress',
    'This request took too long and another one has taken it over; repeat it in a moment to get its answer.',
  )
}

function reused(): RegistryError {
  return new RegistryError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body within 24 hours; use a new key for another request.',
  )
}
