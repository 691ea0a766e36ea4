import { test } from 'vitest'
import { helpIsAsTold, reasonsAreThoseOfTheLedger } from './why-properties.ts'

test('why and whyNot tell what the ledger holds', () => reasonsAreThoseOfTheLedger(500))

test('a field that would help does what was told', () => helpIsAsTold(1_000))
