import { test } from 'vitest'
import { stepsGiveTheProducts } from './formation-properties.ts'

test('the steps of each product, replayed, give its records', () => stepsGiveTheProducts(1_000))
