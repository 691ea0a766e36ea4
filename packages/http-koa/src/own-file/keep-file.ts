import { defined } from '@utpid/core/storage'
import { canAnnotate, type FeedFormat } from '@utpid/feed'
import type { HostedService, Job } from '@utpid/service'
import { FileKeeper, textInput } from '@utpid/service/internal'
import type { BatchEnvelope } from '@utpid/service/reading'
import type { z } from 'zod'
import { booleanParameter } from '../schema/shared.ts'
import type { AnnotatedForm } from '../uploads/upload-form.ts'
import type { ReadBody } from '../uploads/uploads.ts'
import type { KeptForm } from './kept-form.ts'

const NAME_MAX = 200
/** Separators of paths of any system. */
const SEPARATORS = /[/\\]/

/** Query parameters that say whether and under which name a file is kept. */
export const fileQuery: {
  readonly keep: z.ZodOptional<z.ZodType<boolean, string>>
  readonly fileName: z.ZodOptional<z.ZodString>
} = {
  keep: booleanParameter.optional().meta({
    description:
      'Keep the file for some days, so that it can be downloaded with the UTPIDs. A file that does not fit is imported and not kept. Default: true.',
  }),
  fileName: textInput({ max: NAME_MAX, form: 'line' }).optional().meta({
    description: 'Name of the file, for the download and the summary of an import.',
  }),
}

/** A request with a file. */
export interface FileRequest {
  readonly accountId: string
  readonly form: AnnotatedForm
  /** The fields of the request; complete once the body was read. */
  readonly envelope: BatchEnvelope
  readonly keep: boolean | undefined
  readonly fileName: string | undefined
  /** Whether a body with this number of items becomes a job. Default: always. */
  readonly becomesJob?: (items: number) => boolean
}

/** The parts of a request that keep its file. */
export interface FileParts {
  /** See `Upload.onRead`. */
  readonly onRead: (body: ReadBody) => Promise<void>
  /** See `NewJob.file`. */
  readonly file: FileKeeper['file']
}

/**
 * Keeps the file of a request while its job is created. Without a job, the file is deleted again.
 *
 * @param create - Returns the job, if there is one, as `job`.
 */
export async function withKeptFile<Result extends object>(
  service: HostedService,
  request: FileRequest,
  create: (parts: FileParts) => Promise<Result>,
): Promise<Result> {
  const keeper = new FileKeeper(service.files)
  let result: Result | undefined
  try {
    result = await create({ onRead: (body) => keepBody(keeper, request, body), file: keeper.file })
    return result
  } finally {
    await keeper.settle(result !== undefined && 'job' in result ? (result.job as Job) : undefined)
  }
}

async function keepBody(keeper: FileKeeper, request: FileRequest, { bytes, items, chunks }: ReadBody): Promise<void> {
  const { accountId, form, envelope, keep = true, fileName, becomesJob } = request
  if (becomesJob?.(items) === false) return
  if (!keep) return keeper.decline('declined')
  const format = formatOf(form, envelope)
  if (format === undefined || !canAnnotate(format)) return keeper.decline('format')
  const kept: KeptForm = { upload: form, format, ...defined({ encoding: envelope.feed?.encoding }) }
  const name = baseName(fileName)
  await keeper.keep({ accountId, bytes, chunks, form: kept, ...defined({ name }) })
}

/** Returns the name of a file without its folders. */
export function baseName(fileName: string | undefined): string | undefined {
  return fileName?.split(SEPARATORS).at(-1)?.trim() || undefined
}

function formatOf(form: AnnotatedForm, { feed }: BatchEnvelope): FeedFormat | undefined {
  if (form.kind === 'batch-map' && form.format !== 'csv') return form.format === 'ndjson' ? 'jsonl' : 'json'
  return feed?.format as FeedFormat | undefined
}
