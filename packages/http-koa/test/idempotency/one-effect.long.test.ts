import { times } from '@utpid/testing'
import { it } from 'vitest'
import { checkOneEffect } from './one-effect.ts'

const RUNS = times(10_000, 300)

it('a request with an Idempotency-Key has one effect in each of many random histories', () => checkOneEffect(RUNS))
