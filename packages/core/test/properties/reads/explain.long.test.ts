import { test } from 'vitest'
import { helpIsAsTold, reasonsAreThoseOfTheLedger } from './explain-properties.ts'

test('why and whyNot agree with the ledger', () => reasonsAreThoseOfTheLedger(500))

test('a suggested field has the predicted effect', () => helpIsAsTold(1_000))
