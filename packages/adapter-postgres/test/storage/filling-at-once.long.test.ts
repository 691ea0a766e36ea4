import { testBulkLoadSuite } from '@utpid/storage-conformance'
import { postgresSuite } from '../support/postgres-suite.ts'

testBulkLoadSuite(postgresSuite())
