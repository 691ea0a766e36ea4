import { it } from 'vitest'
import { checkAgainstArrivals } from './arrivals.ts'

it('follows the rules of limits exactly in 400,000 random arrivals', () => checkAgainstArrivals(400_000))
