import { createHash } from 'node:crypto'
import type { Registry } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { rowIdsFrom } from '../../store/row-id.ts'
import type { Jobs } from '../jobs.ts'
import type { RescoreJobOptions } from './rebuild-job.ts'

const DAY = 86_400_000
const VERSION_DIGITS = 12

/**
 * Creates a job that counts the words of the registry, if a count is due. All instances compute the same id, so only
 * one job exists for each version and day. A failed or cancelled count is repeated the next day.
 */
export async function scheduleCount(registry: Registry, jobs: Jobs, clock: Clock): Promise<void> {
  const { termFrequencies, modelVersion } = await registry.stats()
  if (termFrequencies.due === null) return
  const version = `count ${modelVersion.modelHash} ${modelVersion.tfVersion}`
  const digits = createHash('sha256').update(version).digest('hex').slice(0, VERSION_DIGITS)
  const day = rowIdsFrom(Math.floor(clock() / DAY) * DAY)
  await jobs.create({
    id: `${day}-7000-8000-${digits}`,
    kind: 'rescore',
    options: () => ({ tfVersion: 'next', ifDue: true }) satisfies RescoreJobOptions as Record<string, unknown>,
  })
}
