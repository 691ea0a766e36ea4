import { testFillingAtOnce } from '@utpid/storage-conformance'
import { postgresSuite } from '../support/postgres-suite.ts'

testFillingAtOnce(postgresSuite())
