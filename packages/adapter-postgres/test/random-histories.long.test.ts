import { testRandomHistories } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { postgresSuite } from './support/postgres-suite.ts'

testRandomHistories(postgresSuite(), times(1_000, 25))
