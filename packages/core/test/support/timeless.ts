import type { ShownFieldsPolicy } from '@utpid/core'

/** All rules except `newest`: these tests prove independence of the order of records. */
export const TIMELESS: ShownFieldsPolicy = { order: ['priority', 'agreement', 'completeness'] }
