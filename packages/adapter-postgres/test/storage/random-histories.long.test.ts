import { testRandomHistories } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { postgresSuite } from '../support/postgres-suite.ts'
import { replicaSuite } from '../support/replica-suite.ts'

testRandomHistories({ ...postgresSuite(), histories: times(1_000, 25) })
testRandomHistories({ ...replicaSuite(), histories: times(400, 25) })
