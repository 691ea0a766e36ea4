import { testStorage } from '@utpid/storage-conformance'
import { REPLICA_FOLDER_SUITE } from '../support/replica-folder-suite.ts'

testStorage({ ...REPLICA_FOLDER_SUITE, histories: 100 })
