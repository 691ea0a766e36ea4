import { testStorage } from '@utpid/storage-conformance'
import { DURABLE_SNAPSHOTS_SUITE } from '../support/durable-suite.ts'

testStorage(DURABLE_SNAPSHOTS_SUITE)
