import type { SurvivorshipRules } from '@utpid/core'

/** All rules except `newest`: these tests prove independence of the order of records. */
export const TIMELESS: SurvivorshipRules = { order: ['priority', 'agreement', 'completeness'] }
