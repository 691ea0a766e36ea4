import {
  type LimitDecision,
  type Limiter,
  type LimitRule,
  type LimitState,
  type LimitSubject,
  LocalLimiter,
  limitRules,
  limitState,
} from '@utpid/service'
import { Redis } from 'ioredis'
import { BUCKET_SCRIPT } from './bucket-script.ts'
import { Presence } from './presence.ts'
import { shareOf } from './share-of.ts'

/** Where the limits are kept, and for how long they are asked for. */
export interface RedisLimiterOptions {
  /** `redis://user:password@host:6379/0`, `rediss://...`, or the path of a socket. */
  readonly url: string
  /** Names this process among those that share the server. */
  readonly instance: string
  /** Begins the names of all that is kept. `utpid:` unless given. */
  readonly prefix?: string
  /** Milliseconds since 1970 for the limits. The server's own time unless given: then processes need not agree on theirs. */
  readonly now?: () => number
  /** How long the server may take, milliseconds. 250 unless given. */
  readonly timeoutMs?: number
  /** How long it is left alone after it did not answer, milliseconds. 1,000 unless given. */
  readonly restMs?: number
  /** Told once that the server does not answer, and once that it does again. */
  readonly onChange?: (state: 'lost' | 'found', error?: unknown) => void
}

const PREFIX = 'utpid:'
const TIMEOUT_MS = 250
const REST_MS = 1_000
const RECONNECT_MOST_MS = 2_000
const MS = 1_000
const NUMBERS_PER_BUCKET = 3

type Mode = 'take' | 'give' | 'look'

interface Looked {
  readonly isAllowed: boolean
  readonly states: readonly LimitState[]
  readonly waits: readonly number[]
}

/**
 * Limits that processes share, by one step of a Redis server for each request.
 *
 * While the server does not answer, each process gives out its part of what the limits allow: by as many as were there
 * when the server last answered, and a request at least. It asks again each second, and goes on with the shared limits by
 * itself.
 */
export class RedisLimiter implements Limiter, AsyncDisposable {
  readonly #redis: Redis
  readonly #presence: Presence
  readonly #prefix: string
  readonly #options: RedisLimiterOptions
  readonly #local: LocalLimiter
  #restsUntil = 0
  #isLost = false

  constructor(options: RedisLimiterOptions) {
    this.#options = options
    this.#prefix = options.prefix ?? PREFIX
    this.#local = new LocalLimiter({ now: options.now ?? Date.now })
    this.#redis = new Redis(options.url, {
      lazyConnect: true,
      // What cannot be asked now is answered by this process, not later.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: options.timeoutMs ?? TIMEOUT_MS,
      connectTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MOST_MS),
    })
    // Each is also the error of a request, or of the first connection.
    this.#redis.on('error', () => undefined)
    this.#redis.defineCommand('utpidBuckets', { lua: BUCKET_SCRIPT })
    this.#presence = new Presence(this.#redis, `${this.#prefix}instances`, options.instance)
  }

  /** Connects; a server that is not there now is as one that is lost later. */
  async open(): Promise<void> {
    try {
      await this.#redis.connect()
      await this.#presence.start()
    } catch (error) {
      this.#lose(error)
      await this.#presence.start().catch(() => undefined)
    }
  }

  async take(subject: LimitSubject): Promise<LimitDecision> {
    const rules = limitRules(subject)
    const looked = await this.#ask('take', rules)
    if (looked === undefined) return this.#local.takeNow(this.#share(subject))
    const { isAllowed, states, waits } = looked
    return {
      isAllowed,
      states,
      violated: isAllowed ? [] : rules.flatMap(({ policy }, at) => ((waits[at] ?? 0) > 0 ? [policy] : [])),
      retryAfterSeconds: isAllowed ? 0 : Math.ceil(Math.max(0, ...waits) / MS),
    }
  }

  async giveBack(subject: LimitSubject): Promise<void> {
    if ((await this.#ask('give', limitRules(subject))) === undefined) await this.#local.giveBack(this.#share(subject))
  }

  async states(subject: LimitSubject): Promise<readonly LimitState[]> {
    const looked = await this.#ask('look', limitRules(subject))
    return looked?.states ?? (await this.#local.states(this.#share(subject)))
  }

  /** Processes that shared the server when it last answered, this one included. */
  get instances(): number {
    return this.#presence.count
  }

  async close(): Promise<void> {
    await this.#presence.stop().catch(() => undefined)
    this.#redis.disconnect()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** @returns undefined when the server does not answer. */
  async #ask(mode: Mode, rules: readonly LimitRule[]): Promise<Looked | undefined> {
    if (rules.length === 0) return { isAllowed: true, states: [], waits: [] }
    if (performance.now() < this.#restsUntil) return undefined
    try {
      const answer = await this.#run(mode, rules)
      if (this.#isLost) {
        this.#isLost = false
        this.#options.onChange?.('found')
        void this.#presence.beat().catch(() => undefined)
      }
      return lookedOf(rules, answer)
    } catch (error) {
      this.#lose(error)
      return undefined
    }
  }

  async #run(mode: Mode, rules: readonly LimitRule[]): Promise<readonly number[]> {
    const now = this.#options.now?.()
    const run = (this.#redis as unknown as { utpidBuckets(...args: (string | number)[]): Promise<number[]> })
      .utpidBuckets
    return await run.call(
      this.#redis,
      rules.length,
      // All of an account lie on one node of a cluster.
      ...rules.map(({ policy, owner }) => {
        const [account, key] = owner.split(' ')
        return `${this.#prefix}{${account}}:${policy}${key === undefined ? '' : `:${key}`}`
      }),
      mode,
      now === undefined ? '' : Math.floor(now),
      ...rules.flatMap(({ rule }) => [rule.requests, rule.perSeconds]),
    )
  }

  #share(subject: LimitSubject): LimitSubject {
    return shareOf(subject, this.#presence.count)
  }

  #lose(error: unknown): void {
    this.#restsUntil = performance.now() + (this.#options.restMs ?? REST_MS)
    if (this.#isLost) return
    this.#isLost = true
    this.#options.onChange?.('lost', error)
  }
}

function lookedOf(rules: readonly LimitRule[], [allowed, ...numbers]: readonly number[]): Looked {
  const of = (at: number, which: number): number => numbers[at * NUMBERS_PER_BUCKET + which] ?? 0
  return {
    isAllowed: allowed === 1,
    states: rules.map((rule, at) => limitState(rule, of(at, 0), of(at, 2))),
    waits: rules.map((_, at) => of(at, 1)),
  }
}
