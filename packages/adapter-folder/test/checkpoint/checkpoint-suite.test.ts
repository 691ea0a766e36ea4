import { testRandomHistories } from '@utpid/storage-conformance'
import { DURABLE_SNAPSHOTS_SUITE } from '../support/durable-suite.ts'

testRandomHistories(DURABLE_SNAPSHOTS_SUITE)
