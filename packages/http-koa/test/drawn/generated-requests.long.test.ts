import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { PROPERTY_SEED, temporaryFolder, times } from '@utpid/testing'
import { expect, it } from 'vitest'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { OPERATIONS } from './generated-request.ts'
import { generatedRounds } from './generated-rounds.ts'
import { folderPlace, type OpenPlace, postgresPlace } from './open-place.ts'

const REQUESTS = times(4_000, 1_000)

function opener(kind: string): () => Promise<OpenPlace> {
  if (kind === 'PostgreSQL') return async () => postgresPlace(await testServer())
  const folder = temporaryFolder()
  return () => folderPlace(mkdtempSync(join(folder, 'registry-')))
}

it.each(['a folder', 'PostgreSQL'])(
  'accepts each request that its description allows, and never fails: %s',
  async (kind) => {
    const result = await generatedRounds(REQUESTS, opener(kind), { seed: PROPERTY_SEED })
    expect(result).toMatchObject({ refused: [], failed: [], undescribed: [] })
    const well = [...result.answered].filter(([, statuses]) => [...statuses].some((status) => status < 400))
    expect(well.length).toBeGreaterThan(OPERATIONS.size * 0.95)
  },
  1_800_000,
)
