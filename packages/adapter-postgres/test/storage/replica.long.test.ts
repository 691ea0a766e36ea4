import { testStorage } from '@utpid/storage-conformance'
import { replicaSuite } from '../support/replica-suite.ts'

testStorage(replicaSuite())
