import { temporaryFolder } from '@utpid/testing'
import { it } from 'vitest'
import { readsUploads } from '../support/reads-uploads.ts'

it(
  'reads uploads into a folder on a thread, while others come slowly, and stops in the middle of them',
  {
    timeout: 60_000,
  },
  async () => readsUploads(temporaryFolder()),
)
