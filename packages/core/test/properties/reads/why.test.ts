import { test } from 'vitest'
import { helpIsAsTold, reasonsAreThoseOfTheLedger } from './why-properties.ts'

test('why and whyNot tell what the ledger holds', () => reasonsAreThoseOfTheLedger(25))

test('a field that would help does what was told', () => helpIsAsTold(60))
