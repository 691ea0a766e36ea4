import { createHash } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { rowKey, type StoredRow } from '@utpid/core/storage'
import type { CompletionMark } from '../access/actor.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { IdempotentResponse, StoredResponse } from '../model/request-log.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Hours for which a response is stored. */
export const RESPONSE_HOURS = 24
/** Milliseconds after which a started request without a renewal counts as dead. A request may not take longer. */
export const CLAIM_MILLISECONDS = 30_000
const HOUR = 3_600_000
const MAX_ATTEMPTS = 50
/** Maximum characters of a route within a row key. */
const MAX_ROUTE = 150

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly accountId: string
  /** Method and path of the route. */
  readonly route: string
  /** The value of the Idempotency-Key header. */
  readonly key: string
  /** The hash of the body as received. */
  readonly bodyHash: string
}

/** The state of an idempotent request: the service must process the request, or already has its response. */
export type StartedRequest =
  | { readonly kind: 'fresh'; readonly work: RequestClaim }
  | { readonly kind: 'replay'; readonly answer: StoredResponse }
  /** The request is done, but its response was lost. */
  | { readonly kind: 'done' }

/**
 * Gives each request with an Idempotency-Key one effect and one response within 24 hours. Each attempt passes the same
 * idempotency key to the registry or the job. A change of an account marks the request as done in its own transaction.
 * A crash at any point is therefore safe.
 */
export class IdempotentResponses {
  readonly #store: ServiceStore
  readonly #clock: Clock

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * @throws `idempotency_in_progress` while another request with this key is processed; `idempotency_key_reused` if the
   * key was sent with another body before.
   */
  async claim({ accountId, route, key, bodyHash }: IdempotentRequest): Promise<StartedRequest> {
    const rowName = rowKey(accountId, routeName(route), sha256(key))
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [stored] = await this.#store.read('idempotent_answers', [rowName])
      const now = this.#clock()
      const unexpired = stored !== undefined && Date.parse(stored.row.expiresAt) > now ? stored.row : undefined
      if (unexpired !== undefined && unexpired.bodyHash !== bodyHash) throw reusedError()
      if (unexpired?.response !== undefined) return { kind: 'replay', answer: unexpired.response }
      if (unexpired?.isCompleted === true && !isClaimed(unexpired, now)) return { kind: 'done' }
      if (unexpired !== undefined && isClaimed(unexpired, now)) throw inProgressError(unexpired, now)
      const id = newRowId(this.#clock)
      const claimed: IdempotentResponse = {
        ...(unexpired ?? this.#new(bodyHash)),
        claim: { id, until: new Date(now + CLAIM_MILLISECONDS).toISOString() },
      }
      const writes: RowWrite[] = [
        { table: 'idempotent_answers', key: rowName, row: claimed, expect: stored?.revision ?? 'absent' },
      ]
      if (unexpired === undefined) {
        const ageKey = rowKey(claimed.expiresAt, id)
        writes.push({ table: 'idempotent_ages', key: ageKey, row: { key: rowName } })
      }
      if ((await this.#store.write(writes)) === undefined) {
        return { kind: 'fresh', work: new RequestClaim(this.#store, this.#clock, rowName, claimed) }
      }
    }
    throw new RegistryError('unavailable', 'Too many concurrent requests use this Idempotency-Key; try again.')
  }

  #new(bodyHash: string): Omit<IdempotentResponse, 'work'> {
    const now = this.#clock()
    return {
      bodyHash,
      idempotencyKey: newRowId(this.#clock),
      startedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + RESPONSE_HOURS * HOUR).toISOString(),
    }
  }
}

/**
 * Returns the route for a row key. A hash replaces a route that is too long, for example because of a long supplier
 * code.
 */
function routeName(route: string): string {
  return encodeURIComponent(route).length > MAX_ROUTE ? sha256(route) : route
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isClaimed({ claim }: IdempotentResponse, now: number): boolean {
  return claim !== undefined && Date.parse(claim.until) > now
}

/** A request that this process has claimed. */
export class RequestClaim implements CompletionMark {
  /** The idempotency key (a UUID) for the registry or the new job. */
  readonly idempotencyKey: string
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #key: string
  readonly #id: string

  constructor(store: ServiceStore, clock: Clock, key: string, { idempotencyKey, claim }: IdempotentResponse) {
    this.idempotencyKey = idempotencyKey
    this.#store = store
    this.#clock = clock
    this.#key = key
    this.#id = claim?.id ?? ''
  }

  /**
   * Returns the row that marks the request as done, for the transaction of its change.
   *
   * @throws `idempotency_in_progress` if another request has taken over the claim.
   */
  async write(): Promise<RowWrite> {
    const [stored] = await this.#store.read('idempotent_answers', [this.#key])
    if (stored?.row.claim?.id !== this.#id) throw takenOverError()
    const row: IdempotentResponse = { ...stored.row, isCompleted: true }
    return { table: 'idempotent_answers', key: this.#key, row, expect: stored.revision }
  }

  /** Stores the response for repeated requests. @returns false if another request has taken over the claim. */
  finish(answer: StoredResponse): Promise<boolean> {
    return this.#change(({ claim: _, ...row }) => ({ ...row, response: answer }))
  }

  /**
   * Releases the claim if the response is not final (5xx, 429). The client can repeat the request at once. The repeated
   * request uses the same idempotency key.
   */
  release(): Promise<boolean> {
    return this.#change(({ claim: _, ...row }) => row)
  }

  /** Extends the claim, for requests longer than {@link CLAIM_MILLISECONDS}. */
  renew(): Promise<boolean> {
    return this.#change((row) => ({
      ...row,
      claim: { id: this.#id, until: new Date(this.#clock() + CLAIM_MILLISECONDS).toISOString() },
    }))
  }

  async #change(change: (row: IdempotentResponse) => IdempotentResponse): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored: StoredRow<IdempotentResponse> | undefined = (
        await this.#store.read('idempotent_answers', [this.#key])
      )[0]
      if (stored?.row.claim?.id !== this.#id) return false
      const row = change(stored.row)
      const write: RowWrite = { table: 'idempotent_answers', key: this.#key, row, expect: stored.revision }
      if ((await this.#store.write([write])) === undefined) return true
    }
    return false
  }
}

function inProgressError({ claim }: IdempotentResponse, now: number): ServiceError {
  const retryAfter = Math.max(1, Math.ceil((Date.parse(claim?.until ?? '') - now) / 1000))
  return new ServiceError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is in progress; send it again in some seconds to get the response.',
    { details: { retryAfter } },
  )
}

function takenOverError(): ServiceError {
  return new ServiceError(
    'idempotency_in_progress',
    'This request took too long, and a repeated request replaced it; send it again in some seconds to get the response.',
  )
}

function reusedError(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body within 24 hours; use a new key for another request.',
  )
}
