import { FEED_WARNINGS, type FeedWarningCode } from '@utpid/feed'
import { z } from 'zod'
import { adviceSchema } from './advice.ts'
import { columnReportSchema } from './column-report.ts'
import { timestamp } from './shared.ts'

const warningCodes = Object.keys(FEED_WARNINGS) as [FeedWarningCode, ...FeedWarningCode[]]

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'] as const

const NOT_KEPT = ['declined', 'off', 'format', 'account_full', 'service_full', 'storage_failed'] as const

/** Counts of a job: total and processed inputs, then the outcomes of this kind of job. */
export const jobCountsSchema: z.ZodType = z
  .object({
    total: z.int().min(0).meta({ description: 'Inputs.' }),
    processed: z.int().min(0).meta({ description: 'Processed inputs.' }),
  })
  .catchall(z.int().min(0))
  .meta({
    description:
      'Further counts by outcome. Batch: `match`, `review`, `none` and `invalid`. Import: outcomes of lines, `deactivated` of a full feed, and `separated`: records separated from records of their previous product.',
  })

/** The kept file of a job, or why it is not kept. */
const jobFileSchema: z.ZodType = z
  .object({
    url: z.string().nullable().meta({ description: 'Path of the download with UTPIDs; null if the file is not kept.' }),
    name: z.string().nullable(),
    bytes: z.int().min(0).nullable(),
    expiresAt: timestamp.nullable().meta({ description: 'Time until which the file is kept.' }),
    notKept: z.enum(NOT_KEPT).nullable().meta({
      description:
        'Why the file is not kept: `keep=false`, the service keeps no files, results cannot be appended to the format, the kept files of the account or the service have reached their limit, or the file could not be stored.',
    }),
  })
  .meta({ id: 'JobFile' })

/** A job of any kind. The response to a synchronous batch has results and no id. */
export const jobSchema: z.ZodType = z
  .object({
    id: z.string().nullable(),
    status: z.enum(JOB_STATUSES),
    dryRun: z.literal(true).optional().meta({ description: 'Present for a dry run, which writes nothing.' }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable().meta({ description: 'Time until which results are kept.' }),
    counts: jobCountsSchema,
    progress: z.number().min(0).max(1),
    columns: columnReportSchema
      .optional()
      .meta({ description: 'Columns of the feed with their fields, for a single import.' }),
    warnings: z
      .array(z.object({ code: z.enum(warningCodes), message: z.string() }))
      .optional()
      .meta({ description: 'Important fields that no column fills, and ignored columns, for a single import.' }),
    suppliers: z.array(z.string()).optional().meta({
      description: 'Suppliers of the accepted records, at most 100, for a single import at its end.',
    }),
    advice: z
      .array(adviceSchema)
      .optional()
      .meta({ description: 'Advice, most helpful first, for a single import at its end.' }),
    results: z
      .array(z.looseObject({}))
      .optional()
      .meta({ description: 'Results of a batch that was answered directly.' }),
    resultsUrl: z.string().nullable(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    file: jobFileSchema.optional().meta({ description: 'The file that was sent; absent for records in a JSON batch.' }),
  })
  .meta({ id: 'Job' })

/** An upload whose body is arriving, waits for a thread, or is being read. */
export const uploadSchema: z.ZodType = z
  .object({
    status: z.enum(['receiving', 'waiting', 'reading']),
    position: z.int().min(0).meta({ description: 'Number of uploads of the account that are read before it.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Upload' })
