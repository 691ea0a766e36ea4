import { type Clock, RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import type { JobTally, JobUpload } from '../model/job.ts'
import { newRowId } from '../store/row-id.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { updateRow } from '../store/update-row.ts'

/** The place of an upload whose process died is free after this. */
const LEASE_MILLISECONDS = 60_000
export const RENEWAL_MILLISECONDS = 20_000

/**
 * The place, among the jobs that an account may have at a time, of one whose inputs are still coming. What comes at once is
 * bounded so, and not only what has come.
 */
export class UploadPlace {
  readonly id: string
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #key: string
  #renewedAt: number
  #renewing: Promise<unknown> = Promise.resolve()
  #isLeft = false

  private constructor(store: ServiceStore, clock: Clock, accountId: string) {
    this.#store = store
    this.#clock = clock
    this.#key = rowKey(accountId)
    this.#renewedAt = clock()
    this.id = newRowId(clock)
  }

  /** @throws `too_many_jobs` */
  static async take(store: ServiceStore, clock: Clock, accountId: string, limit: number): Promise<UploadPlace> {
    const place = new UploadPlace(store, clock, accountId)
    await updateRow(store, 'job_tallies', place.#key, (tally) => {
      const others = liveUploads(tally, clock())
      const { active } = tally ?? { active: 0 }
      if (active + others.length >= limit) throw tooManyJobs(limit)
      return { row: { active, uploads: [...others, place.#lease()] }, result: true }
    })
    return place
  }

  /** Says from time to time that it is still coming. */
  async keep(): Promise<void> {
    const now = this.#clock()
    if (this.#isLeft || now - this.#renewedAt < RENEWAL_MILLISECONDS) return
    this.#renewedAt = now
    const renewing = updateRow(this.#store, 'job_tallies', this.#key, (tally) => {
      const uploads = [...othersThan(this.id, liveUploads(tally, now)), this.#lease()]
      return { row: { active: tally?.active ?? 0, uploads }, result: true }
    })
    // Heard by who leaves, too, and that should not end the process.
    this.#renewing = renewing.catch(() => undefined)
    await renewing
  }

  /** Gives the place up, unless the job has it by now. */
  async leave(): Promise<void> {
    this.#isLeft = true
    // Else a renewal that is under way would take it again.
    await this.#renewing
    await updateRow(this.#store, 'job_tallies', this.#key, (tally) => {
      if (tally?.uploads?.some(({ id }) => id === this.id) !== true) return undefined
      const { uploads, ...rest } = tally
      return { row: withUploads(rest, othersThan(this.id, uploads ?? [])), result: true }
    })
  }

  #lease(): JobUpload {
    return { id: this.id, until: new Date(this.#clock() + LEASE_MILLISECONDS).toISOString() }
  }
}

export function liveUploads(tally: JobTally | undefined, now: number): readonly JobUpload[] {
  return (tally?.uploads ?? []).filter(({ until }) => Date.parse(until) > now)
}

export function othersThan(id: string | undefined, uploads: readonly JobUpload[]): readonly JobUpload[] {
  return uploads.filter((upload) => upload.id !== id)
}

export function withUploads({ active }: Pick<JobTally, 'active'>, uploads: readonly JobUpload[]): JobTally {
  return uploads.length === 0 ? { active } : { active, uploads }
}

export function tooManyJobs(limit: number): RegistryError {
  const jobs = limit === 1 ? 'one unfinished job' : `${limit} unfinished jobs`
  return new RegistryError(
    'too_many_jobs',
    `The plan allows ${jobs} at a time; wait until one is done, cancel one, or take a larger plan.`,
    { details: { limit } },
  )
}
