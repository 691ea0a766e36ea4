import {
  type LimitDecision,
  type Limiter,
  type LimitRule,
  type LimitState,
  type LimitSubject,
  LocalLimiter,
} from '@utpid/service'
import { limitRules, limitState } from '@utpid/service/internal'
import { Redis } from 'ioredis'
import { BUCKET_SCRIPT } from './bucket-script.ts'
import { Presence } from './presence.ts'
import { shareOf } from './share-of.ts'

/** Options of a {@link RedisLimiter}: server and timeouts. */
export interface RedisLimiterOptions {
  /** `redis://user:password@host:6379/0`, `rediss://...`, or the path of a socket. */
  readonly url: string
  /** Unique name of this process among those that share the server. */
  readonly instance: string
  /** Prefix of all keys. Default: `utpid:`. */
  readonly prefix?: string
  /**
   * Clock of the limits, in milliseconds since 1970. Default: the clock of the server, so that the processes' own
   * clocks have no influence.
   */
  readonly now?: () => number
  /** Maximum milliseconds to wait for a response. Default: 250. */
  readonly timeoutMs?: number
  /** Milliseconds for which the server gets no request after a missing response. Default: 1,000. */
  readonly retryAfterMs?: number
  /** Called once when the server stops responding, and once when the server responds again. */
  readonly onChange?: (state: 'lost' | 'found', error?: unknown) => void
}

const PREFIX = 'utpid:'
const TIMEOUT_MS = 250
const REST_MS = 1_000
const MAX_RECONNECT_MS = 2_000
const MS = 1_000
const NUMBERS_PER_BUCKET = 3

type Mode = 'take' | 'give' | 'look'

interface LimiterAnswer {
  readonly isAllowed: boolean
  readonly states: readonly LimitState[]
  readonly waits: readonly number[]
}

/**
 * Limits that processes share through a Redis server. Each request runs one atomic script on the server.
 *
 * While the server does not respond, each process allows an equal share of each limit, but at least one request. The
 * share depends on the number of processes at the last response. The process retries every `restMs` and returns to the
 * shared limits automatically.
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
      // Without a connection, do not queue commands: this process then decides alone.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: options.timeoutMs ?? TIMEOUT_MS,
      connectTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
    })
    // Ignore this event: a request or the first connection also reports each error.
    this.#redis.on('error', () => undefined)
    this.#redis.defineCommand('utpidBuckets', { lua: BUCKET_SCRIPT })
    this.#presence = new Presence(this.#redis, `${this.#prefix}instances`, options.instance)
  }

  /**
   * Connects to the server. If the server is unavailable now, the limiter behaves as if the connection were lost later.
   */
  async open(): Promise<void> {
    try {
      await this.#redis.connect()
      await this.#presence.start()
    } catch (error) {
      this.#markLost(error)
      await this.#presence.start().catch(() => undefined)
    }
  }

  async take(subject: LimitSubject): Promise<LimitDecision> {
    const rules = limitRules(subject)
    const looked = await this.#request('take', rules)
    if (looked === undefined) return this.#local.takeNow(this.#share(subject))
    const { isAllowed, states, waits } = looked
    return {
      isAllowed,
      states,
      violated: isAllowed ? [] : rules.flatMap(({ policy }, at) => ((waits[at] ?? 0) > 0 ? [policy] : [])),
      retryAfterSeconds: isAllowed ? 0 : Math.ceil(Math.max(0, ...waits) / MS),
    }
  }

  async refund(subject: LimitSubject): Promise<void> {
    if ((await this.#request('give', limitRules(subject))) === undefined) await this.#local.refund(this.#share(subject))
  }

  async states(subject: LimitSubject): Promise<readonly LimitState[]> {
    const looked = await this.#request('look', limitRules(subject))
    return looked?.states ?? (await this.#local.states(this.#share(subject)))
  }

  /** Number of processes that share the server, including this process, according to the server's last response. */
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

  /** Runs the script on the server. @returns undefined if the server does not respond. */
  async #request(mode: Mode, rules: readonly LimitRule[]): Promise<LimiterAnswer | undefined> {
    if (rules.length === 0) return { isAllowed: true, states: [], waits: [] }
    if (performance.now() < this.#restsUntil) return undefined
    try {
      const answer = await this.#run(mode, rules)
      if (this.#isLost) {
        this.#isLost = false
        this.#options.onChange?.('found')
        void this.#presence.sendHeartbeat().catch(() => undefined)
      }
      return limiterAnswerOf(rules, answer)
    } catch (error) {
      this.#markLost(error)
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
      // The hash tag places all buckets of an account on one node of a Redis cluster.
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

  #markLost(error: unknown): void {
    this.#restsUntil = performance.now() + (this.#options.retryAfterMs ?? REST_MS)
    if (this.#isLost) return
    this.#isLost = true
    this.#options.onChange?.('lost', error)
  }
}

function limiterAnswerOf(rules: readonly LimitRule[], [allowed, ...numbers]: readonly number[]): LimiterAnswer {
  const of = (at: number, which: number): number => numbers[at * NUMBERS_PER_BUCKET + which] ?? 0
  return {
    isAllowed: allowed === 1,
    states: rules.map((rule, at) => limitState(rule, of(at, 0), of(at, 2))),
    waits: rules.map((_, at) => of(at, 1)),
  }
}
