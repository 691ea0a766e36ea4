import { testRandomHistories } from '@utpid/storage-conformance'
import { postgresSuite } from './support/postgres-suite.ts'

testRandomHistories(postgresSuite())
