import { temporaryFolder } from '@utpid/testing'
import { it } from 'vitest'
import { readsUploads } from '../support/reads-uploads.ts'

it(
  'reads uploads into a folder on a thread, one of an account at a time, and stops in the middle of one',
  {
    timeout: 60_000,
  },
  async () => readsUploads(temporaryFolder()),
)
