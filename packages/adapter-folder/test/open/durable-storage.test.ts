import { testStorage } from '@utpid/storage-conformance'
import { DURABLE_SUITE } from '../support/durable-suite.ts'

testStorage(DURABLE_SUITE)
