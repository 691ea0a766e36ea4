import type { SurvivorshipRules } from '@utpid/core'

/** All rules except `newest`, for tests which prove that the order of records does not matter. */
export const TIMELESS: SurvivorshipRules = { order: ['priority', 'agreement', 'completeness'] }
