import { z } from 'zod'
import { timestamp } from './shared.ts'

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'] as const

/** What became of inputs: of every kind of job how many there are and how many were worked on, then its own. */
export const jobCountsSchema: z.ZodType = z
  .object({
    total: z.int().min(0).meta({ description: 'Inputs.' }),
    processed: z.int().min(0).meta({ description: 'Of those, worked on already.' }),
  })
  .catchall(z.int().min(0))
  .meta({
    description:
      'Beside these by outcome: of a batch `match`, `review`, `none` and `invalid`; of an import those of its lines, `ended` of a full feed, and `parted`, records that are not with those any more that they were with.',
  })

/** A job of any kind; also a batch that was answered at once, which has its results and no id. */
export const jobSchema: z.ZodType = z
  .object({
    id: z.string().nullable(),
    status: z.enum(JOB_STATUSES),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable().meta({ description: 'Until when results are kept.' }),
    counts: jobCountsSchema,
    progress: z.number().min(0).max(1),
    results: z.array(z.looseObject({})).optional().meta({ description: 'Of a batch that was answered at once.' }),
    resultsUrl: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Job' })

/** A body that is coming, waits to be read, or is read. */
export const uploadSchema: z.ZodType = z
  .object({
    status: z.enum(['receiving', 'waiting', 'reading']),
    place: z.int().min(0).meta({ description: 'Uploads of the account that are read before it, as it stands now.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Upload' })
