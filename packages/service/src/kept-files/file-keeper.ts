import type { Job } from '../model/job.ts'
import type { KeptFile, NotKeptReason } from '../model/kept-file.ts'
import type { KeptFiles, NewKeptFile } from './kept-files.ts'

/** Keeps the file of one request, and deletes it again if the request creates no job. */
export class FileKeeper {
  readonly #files: KeptFiles
  #kept: KeptFile | undefined
  #reason: NotKeptReason | undefined

  constructor(files: KeptFiles) {
    this.#files = files
  }

  /** Keeps a file. A file that cannot be kept is no reason to refuse its job. */
  async keep(file: NewKeptFile): Promise<void> {
    try {
      const kept = await this.#files.keep(file)
      if (typeof kept === 'string') this.#reason = kept
      else this.#kept = kept
    } catch (error) {
      this.#reason = 'storage_failed'
      this.#files.onError(error)
    }
  }

  /** Says why the file is not kept. */
  decline(reason: NotKeptReason): void {
    this.#reason = reason
  }

  /** Returns the kept file, or the reason why it is not kept. Undefined before the file has arrived. */
  readonly file = (): KeptFile | NotKeptReason | undefined => this.#kept ?? this.#reason

  /**
   * Deletes the file unless the job has it.
   *
   * @param job - Undefined if no job was created.
   */
  async settle(job: Pick<Job, 'file'> | undefined): Promise<void> {
    const kept = this.#kept
    if (kept === undefined || (job?.file !== undefined && 'id' in job.file && job.file.id === kept.id)) return
    // After an error, the retention job deletes the file.
    await this.#files.delete(kept).catch(this.#files.onError)
  }
}
