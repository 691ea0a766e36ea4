import { testStorage } from '@utpid/storage-conformance'
import { DURABLE_SEGMENTS_SUITE, DURABLE_SUITE } from '../support/durable-suite.ts'

testStorage(DURABLE_SUITE)
testStorage(DURABLE_SEGMENTS_SUITE)
