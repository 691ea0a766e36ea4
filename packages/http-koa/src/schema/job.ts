import { z } from 'zod'
import { timestamp } from './shared.ts'

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'] as const

export const jobSchema: z.ZodType = z.object({
  id: z.string(),
  status: z.enum(JOB_STATUSES),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  expiresAt: timestamp,
  counts: z.record(z.string(), z.int()),
  progress: z.number().min(0).max(1),
  resultsUrl: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** Results of a batch that was answered at once, in the shape of a job that is done. */
export const batchSchema: z.ZodType = z.object({
  id: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  counts: z.record(z.string(), z.int()),
  progress: z.number(),
  results: z.array(z.looseObject({})).optional(),
  resultsUrl: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
