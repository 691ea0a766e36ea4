import { it } from 'vitest'
import { checkAgainstArrivals } from './arrivals.ts'

it('limits do exactly what their rules say, over 400,000 random arrivals', () => checkAgainstArrivals(400_000))
