import type { HostedService } from '@utpid/service'
import { annotatedFile } from '../../own-file/annotated-file.ts'
import { contentTypeOf, fileNameOf, type KeptForm } from '../../own-file/kept-form.ts'
import { lineResults } from '../../own-file/line-results.ts'
import { startedStream } from '../../response/started-stream.ts'
import type { Call, Reply } from '../../route/route.ts'
import type { AnnotatedForm } from '../../uploads/upload-form.ts'

interface FileOfJob {
  readonly accountId: string
  readonly kind: AnnotatedForm['kind']
  readonly id: string
}

/**
 * Answers with the file of a job, with the results of its rows appended.
 *
 * @throws `job_not_found`, `job_unfinished`, `file_not_kept`, `file_expired`.
 */
export async function fileReply(
  { jobs, files }: HostedService,
  { accountId, kind, id }: FileOfJob,
  { uploads, signal }: Pick<Call, 'uploads' | 'signal'>,
): Promise<Reply> {
  const job = await jobs.get(accountId, kind, id)
  const { file, chunks } = await files.open(job)
  const form = file.form as KeptForm
  const leave = await uploads.downloads.enter(accountId, false, signal)
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      const results = lineResults(jobs, accountId, kind, id)
      yield* annotatedFile({ chunks, form: form.upload, results, signal, folder: uploads.folder, onStall: leave })
    } finally {
      leave()
    }
  }
  return {
    status: 200,
    body: await startedStream(bytes()),
    type: contentTypeOf(form),
    fileName: fileNameOf(form, file.name, id),
  }
}
