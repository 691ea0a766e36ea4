import { it } from 'vitest'
import { checkOneEffect } from './one-effect.ts'

const RUNS = Math.max(300, Math.round(10_000 * Number(process.env.UTPID_LONG_SCALE ?? 1)))

it('a request under an Idempotency-Key has one effect in each of many histories', () => checkOneEffect(RUNS))
