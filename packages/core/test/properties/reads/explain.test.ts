import { test } from 'vitest'
import { helpIsAsTold, reasonsAreThoseOfTheLedger } from './explain-properties.ts'

test('why and whyNot agree with the ledger', () => reasonsAreThoseOfTheLedger(10))

test('a suggested field has the predicted effect', () => helpIsAsTold(40))
