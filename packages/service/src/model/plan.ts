/**
 * The limits of an account. Plans are rows of the store; an operator creates and changes them. An absent limit means
 * unlimited.
 */
export interface Plan {
  /** The id of the plan, a slug. */
  readonly id: string
  readonly name: string
  /** API calls in a UTC month. */
  readonly callsPerMonth?: number
  /** Burst size, and refill per second; shared by the keys of an account. */
  readonly burstPerSecond?: number
  /** Maximum inputs of one batch. */
  readonly batchSize: number
  readonly webhooks?: number
  /** Maximum keys that are neither revoked nor expired. Absent: the maximum of any account. */
  readonly keys?: number
  /** Maximum queued and running jobs. */
  readonly jobs?: number
  /** Whether keys may have their own sustained and burst limits. */
  readonly keyLimits: boolean
}

/** The plans of a new store. */
export const SHIPPED_PLANS: readonly Plan[] = [
  {
    id: 'free',
    name: 'Free',
    callsPerMonth: 1_000,
    burstPerSecond: 2,
    batchSize: 25,
    webhooks: 0,
    jobs: 1,
    keyLimits: false,
  },
  {
    id: 'pro',
    name: 'Pro',
    callsPerMonth: 10_000,
    burstPerSecond: 10,
    batchSize: 1_000,
    webhooks: 1,
    jobs: 2,
    keyLimits: false,
  },
  {
    id: 'business',
    name: 'Business',
    callsPerMonth: 50_000,
    burstPerSecond: 30,
    batchSize: 10_000,
    webhooks: 3,
    jobs: 5,
    keyLimits: true,
  },
  { id: 'enterprise', name: 'Enterprise', batchSize: 100_000, keyLimits: true },
]

/** The plan of the first account of a self-hosted registry. */
export const FIRST_PLAN = 'enterprise'
