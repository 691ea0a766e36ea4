import { testRandomHistories } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { DURABLE_PLAIN_SUITE, DURABLE_SNAPSHOTS_SUITE, DURABLE_SUITE } from '../support/durable-suite.ts'

const histories = times(1_000, 25)

testRandomHistories({ ...DURABLE_SUITE, histories })
testRandomHistories({ ...DURABLE_PLAIN_SUITE, histories: times(300, 25) })
testRandomHistories({ ...DURABLE_SNAPSHOTS_SUITE, histories: times(300, 25) })
