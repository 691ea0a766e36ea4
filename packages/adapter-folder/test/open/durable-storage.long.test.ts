import { testStorage } from '@utpid/storage-conformance'
import { DURABLE_PLAIN_SUITE } from '../support/durable-suite.ts'

testStorage(DURABLE_PLAIN_SUITE)
