import { RegistryError } from '@utpid/core'
import type { ServiceEnvironment } from '../../environment/environment.ts'
import type { ServiceStore } from '../../store/service-store.ts'
import { type LimitRule, limitRules, limitState } from '../limit-rules.ts'
import type { LimitDecision, Limiter, LimitState, LimitSubject } from '../limiter.ts'
import { HEARTBEAT_MS, LimitGroup, type LimitShare } from './limit-group.ts'
import { ShareBuckets, type ShareState } from './share-buckets.ts'
import { TokenLeases } from './token-leases.ts'

const MS = 1_000
/**
 * Milliseconds for which a starting process waits for its share. Other processes free the share within milliseconds,
 * unless one of them is dead.
 */
const MAX_OPEN_MS = 3_000
const NO_SHARE: ShareState = { remaining: 0, toNext: MS, toFull: MS }

/** Options of a shared limiter. */
export interface SharedLimiterOptions {
  readonly store: ServiceStore
  readonly environment: Pick<ServiceEnvironment, 'now'>
  /** A unique name among the processes that share the store. */
  readonly instance: string
  /** Calls a function at an interval until the returned function is called. */
  readonly every: (milliseconds: number, run: () => void) => () => void
  /** Receives errors of background tasks, which no caller receives. */
  readonly onError: (error: unknown) => void
}

/** Whether this process has a share of the limits. */
export interface ShareHealth {
  /** Without a share, callers with limits per second get `unavailable`. */
  readonly hasShare: boolean
  /**
   * Tries to take a free share if this process has none. Does not wait for other processes to free their shares.
   *
   * @throws `unavailable` without a share.
   */
  requireShare(): Promise<void>
}

/** How this process currently uses a limit. */
type LimitMode = 'part' | 'lease' | 'none'

/**
 * Rate limits shared by several processes through their store. Each process uses an equal share of a limit per second,
 * without reading the store. A process leases requests from the limit's row if the limit has fewer requests than there
 * are processes, or a longer period. All processes together never exceed the limit, even while processes start, stop or
 * die.
 */
export class SharedLimiter implements Limiter, ShareHealth {
  readonly #options: SharedLimiterOptions
  readonly #group: LimitGroup
  readonly #shares = new ShareBuckets()
  readonly #leases: TokenLeases
  #leasedBelow = 1
  #instances = 1
  /** `since`: time since which all processes lease limits with fewer requests than `below`. In ascending order. */
  #leasedSince: { readonly below: number; readonly since: number }[] = []
  #ends: (() => void)[] = []
  #opened: Promise<void> | undefined
  #isFailing = false
  #isClosed = false
  #onShareGranted: () => void = () => undefined

  constructor(options: SharedLimiterOptions) {
    this.#options = options
    const { store, environment, instance } = options
    const now = (): number => environment.now()
    this.#group = new LimitGroup({ store, now, instance, onShare: (share, isFirst) => this.#onShare(share, isFirst) })
    this.#leases = new TokenLeases({
      store,
      now,
      instance,
      instances: () => this.#instances,
      since: ({ rule }) =>
        rule.perSeconds === 1 ? this.#leasedSince.find(({ below }) => rule.requests < below)?.since : undefined,
    })
  }

  /** Joins the processes that share the store, and waits briefly for its share. The call is idempotent. */
  open(): Promise<void> {
    this.#opened ??= this.#open()
    return this.#opened
  }

  async #open(): Promise<void> {
    const { store, every } = this.#options
    this.#ends.push(
      every(HEARTBEAT_MS, () => void this.#heartbeat()),
      store.onWrite((row) => {
        if (row === undefined || row.table === 'limit_group') void this.#renew()
      }),
    )
    await this.#renew()
    if (this.#shares.size !== undefined || this.#isClosed) return
    await new Promise<void>((resolve) => {
      const end = every(MAX_OPEN_MS, () => this.#onShareGranted())
      this.#onShareGranted = () => {
        end()
        resolve()
      }
    })
  }

  get hasShare(): boolean {
    return this.#mayUseShare && this.#shares.size !== undefined
  }

  requireShare(): Promise<void> {
    return this.#require(() => this.hasShare)
  }

  async take(subject: LimitSubject): Promise<LimitDecision> {
    const rules = limitRules(subject)
    if (rules.length === 0) return { isAllowed: true, states: [], violated: [], retryAfterSeconds: 0 }
    const mayUseAll = (): boolean => rules.every((rule) => this.#mayUse(rule))
    await this.#require(mayUseAll)
    const leased: LimitRule[] = []
    // If this process can refuse the request by itself, it leases nothing.
    if (rules.every((rule) => this.#modeOf(rule) === 'lease' || this.#hasShareRequest(rule))) {
      for (const rule of rules) if (this.#modeOf(rule) === 'lease' && (await this.#lease(rule))) leased.push(rule)
      // The share of this process may have been reduced meanwhile.
      await this.#require(mayUseAll)
    }
    const refused = rules.filter((rule) => !leased.includes(rule) && !this.#hasShareRequest(rule))
    const now = this.#options.environment.now()
    if (refused.length === 0) {
      for (const rule of rules) if (!leased.includes(rule)) this.#shares.take(nameOf(rule), rule.rule.requests, now)
    } else for (const rule of leased) void this.#refundLeased(rule)
    const waits = refused.map((rule) => Math.max(1, this.#stateOf(rule, now).toNext))
    return {
      isAllowed: refused.length === 0,
      states: rules.map((rule) => limitStateOf(rule, this.#stateOf(rule, now))),
      violated: refused.map(({ policy }) => policy),
      retryAfterSeconds: Math.ceil(Math.max(0, ...waits) / MS),
    }
  }

  async refund(subject: LimitSubject): Promise<void> {
    const now = this.#options.environment.now()
    for (const rule of limitRules(subject)) {
      const mode = this.#modeOf(rule)
      if (mode === 'part') this.#shares.refund(nameOf(rule), rule.rule.requests, now)
      if (mode === 'lease') await this.#refundLeased(rule)
    }
  }

  async states(subject: LimitSubject): Promise<readonly LimitState[]> {
    const states: LimitState[] = []
    for (const rule of limitRules(subject)) {
      const state =
        this.#modeOf(rule) === 'lease'
          ? await this.#leases.readState(rule)
          : this.#stateOf(rule, this.#options.environment.now())
      states.push(limitStateOf(rule, state))
    }
    return states
  }

  /** Returns leased requests, and frees the share of this process. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onShareGranted()
    await this.#opened
    for (const end of this.#ends) end()
    await this.#leases.release().catch(this.#options.onError)
    await this.#group.leave().catch(this.#options.onError)
  }

  async #heartbeat(): Promise<void> {
    await this.#renew()
    if (!this.#isFailing) await this.#leases.returnIdle().catch(this.#options.onError)
  }

  /** Reports an unavailable store once, not at each heartbeat. */
  async #renew(): Promise<void> {
    try {
      await this.#group.renew()
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing && !this.#isClosed) this.#options.onError(error)
      this.#isFailing = true
    }
  }

  /** Whether this process may use a limit, alone or with the others. */
  #mayUse(rule: LimitRule): boolean {
    return rule.rule.perSeconds > 1 || (this.#mayUseShare && this.#modeOf(rule) !== 'none')
  }

  /** Ensures that this process has the share that a caller needs. @throws `unavailable` */
  async #require(isReady: () => boolean): Promise<void> {
    if (isReady()) return
    // A request waits for the store, but not for other processes to free their shares.
    void this.open()
    let failure: unknown
    if (!this.#mayUseShare && !this.#isClosed) {
      await this.#group.renew().catch((error: unknown) => {
        failure = error
      })
    }
    if (isReady()) return
    if (failure !== undefined) throw countingFailed(failure)
    throw new RegistryError(
      'unavailable',
      'This process has no share of the rate limits yet: other processes on the same database still use all shares. Try again in a second.',
      { details: { retryAfter: 1 } },
    )
  }

  /** Takes a leased request. @returns whether a request was available. @throws `unavailable` */
  async #lease(rule: LimitRule): Promise<boolean> {
    try {
      return await this.#leases.take(rule)
    } catch (error) {
      throw countingFailed(error)
    }
  }

  get #mayUseShare(): boolean {
    return this.#group.mayUseShare(this.#options.environment.now())
  }

  #modeOf({ rule }: LimitRule): LimitMode {
    if (rule.perSeconds > 1) return 'lease'
    const { size } = this.#shares
    if (size !== undefined && size <= rule.requests) return 'part'
    return rule.requests < this.#leasedBelow ? 'lease' : 'none'
  }

  /** Whether the share of this process contains at least one request. */
  #hasShareRequest(rule: LimitRule): boolean {
    return this.#modeOf(rule) === 'part' && this.#stateOf(rule, this.#options.environment.now()).remaining >= 1
  }

  #stateOf(rule: LimitRule, now: number): ShareState {
    const mode = this.#modeOf(rule)
    if (mode === 'lease') return this.#leases.state(rule)
    return mode === 'part' ? this.#shares.state(nameOf(rule), rule.rule.requests, now) : NO_SHARE
  }

  async #refundLeased(rule: LimitRule): Promise<void> {
    await this.#leases.refund(rule).catch(this.#options.onError)
  }

  #onShare({ size, leasedBelow, count }: LimitShare, isFirst: boolean): void {
    const now = this.#options.environment.now()
    this.#shares.resize(size, now, isFirst)
    this.#instances = count
    if (leasedBelow !== this.#leasedBelow) {
      const kept = this.#leasedSince.filter(({ below }) => below < leasedBelow)
      const since = leasedBelow < this.#leasedBelow ? this.#leasedSince[kept.length]?.since : undefined
      this.#leasedSince = [...kept, { below: leasedBelow, since: since ?? now }]
      this.#leasedBelow = leasedBelow
    }
    if (size !== undefined) this.#onShareGranted()
  }
}

function countingFailed(error: unknown): RegistryError {
  const message = error instanceof Error ? error.message : String(error)
  return new RegistryError(
    'unavailable',
    `The rate limits cannot be counted, since the accounts store rejected a write: ${message} Try again in a second.`,
    { cause: error, details: { retryAfter: 1 } },
  )
}

/** Returns the state of a limit: the total size of the limit, with the remaining requests of this process only. */
function limitStateOf(rule: LimitRule, { remaining, toFull }: ShareState): LimitState {
  return limitState(rule, remaining, toFull)
}

function nameOf({ owner, policy }: LimitRule): string {
  return `${policy} ${owner}`
}
