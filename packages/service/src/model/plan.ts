/** What an account may use. Rows of the store: an operator makes and changes them. Absent is without limit. */
export interface Plan {
  /** A slug. */
  readonly id: string
  readonly name: string
  /** API calls in a UTC month. */
  readonly callsPerMonth?: number
  /** Requests at once, and as many more each second; shared by the keys of an account. */
  readonly burstPerSecond?: number
  /** Inputs of one batch. */
  readonly batchSize: number
  readonly webhooks?: number
  /** Keys that are neither revoked nor expired. Absent: as many as any account may have. */
  readonly keys?: number
  /** Jobs that are queued or run at the same time. */
  readonly jobs?: number
  /** Whether keys may have sustained limits and bursts of their own. */
  readonly keyLimits: boolean
}

/** The plans that a store begins with. */
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

/** What the first account of a self-hosted registry has. */
export const FIRST_PLAN = 'enterprise'
