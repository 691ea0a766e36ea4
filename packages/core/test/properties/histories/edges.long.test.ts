import { test } from 'vitest'
import { candidatesEqualBruteForce, edgesEqualBruteForce } from './edge-properties.ts'

test('candidates are exactly the records that share a key within its limit', () => candidatesEqualBruteForce(500))

test('stored edges are exactly the likely pairs that can find each other', () => edgesEqualBruteForce(1_500))
