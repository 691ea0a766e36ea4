import type { ShownFieldsPolicy } from '@utpid/core'

/** All rules but `newest`: when a record came is what these tests say does not matter. */
export const TIMELESS: ShownFieldsPolicy = { order: ['priority', 'agreement', 'completeness'] }
