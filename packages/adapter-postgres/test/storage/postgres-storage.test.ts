import { testStorage } from '@utpid/storage-conformance'
import { postgresSuite } from '../support/postgres-suite.ts'

testStorage({ ...postgresSuite(), bulkLoad: false })
