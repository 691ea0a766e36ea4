import type { Clock } from '@utpid/core/operations'
import { rowKey } from '@utpid/core/storage'
import { ServiceError } from '../errors/service-error.ts'
import type { JobTally, JobUpload } from '../model/job.ts'
import { newRowId } from '../store/row-id.ts'
import type { ServiceStore } from '../store/service-store.ts'
import { updateRow } from '../store/update-row.ts'

/** Milliseconds after which the reservation of a dead process expires. */
const LEASE_MILLISECONDS = 60_000
export const RENEWAL_MILLISECONDS = 20_000

/**
 * Counts an upload as one of the account's unfinished jobs while its inputs arrive. The limit of jobs therefore also
 * covers uploads in progress.
 */
export class UploadReservation {
  readonly id: string
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #key: string
  #renewedAt: number
  #renewing: Promise<unknown> = Promise.resolve()
  #isReleased = false

  private constructor(store: ServiceStore, clock: Clock, accountId: string) {
    this.#store = store
    this.#clock = clock
    this.#key = rowKey(accountId)
    this.#renewedAt = clock()
    this.id = newRowId(clock)
  }

  /** Reserves an unfinished job for an upload. @throws `too_many_jobs` */
  static async reserve(
    store: ServiceStore,
    clock: Clock,
    accountId: string,
    limit: number,
  ): Promise<UploadReservation> {
    const reservation = new UploadReservation(store, clock, accountId)
    await updateRow(store, 'job_tallies', reservation.#key, (tally) => {
      const others = liveUploads(tally, clock())
      const { active } = tally ?? { active: 0 }
      if (active + others.length >= limit) throw tooManyJobs(limit)
      return { row: { active, uploads: [...others, reservation.#lease()] }, result: true }
    })
    return reservation
  }

  /** Renews the reservation. */
  async renew(): Promise<void> {
    const now = this.#clock()
    if (this.#isReleased || now - this.#renewedAt < RENEWAL_MILLISECONDS) return
    this.#renewedAt = now
    const renewing = updateRow(this.#store, 'job_tallies', this.#key, (tally) => {
      const uploads = [...withoutUpload(this.id, liveUploads(tally, now)), this.#lease()]
      return { row: { active: tally?.active ?? 0, uploads }, result: true }
    })
    // `release` also awaits the renewal, so handle its rejection here.
    this.#renewing = renewing.catch(() => undefined)
    await renewing
  }

  /** Releases the reservation, unless the job has taken it over. */
  async release(): Promise<void> {
    this.#isReleased = true
    // Wait for a renewal in progress, which would otherwise restore the reservation.
    await this.#renewing
    await updateRow(this.#store, 'job_tallies', this.#key, (tally) => {
      if (tally?.uploads?.some(({ id }) => id === this.id) !== true) return undefined
      const { uploads, ...rest } = tally
      return { row: withUploads(rest, withoutUpload(this.id, uploads ?? [])), result: true }
    })
  }

  #lease(): JobUpload {
    return { id: this.id, until: new Date(this.#clock() + LEASE_MILLISECONDS).toISOString() }
  }
}

export function liveUploads(tally: JobTally | undefined, now: number): readonly JobUpload[] {
  return (tally?.uploads ?? []).filter(({ until }) => Date.parse(until) > now)
}

export function withoutUpload(id: string | undefined, uploads: readonly JobUpload[]): readonly JobUpload[] {
  return uploads.filter((upload) => upload.id !== id)
}

export function withUploads({ active }: Pick<JobTally, 'active'>, uploads: readonly JobUpload[]): JobTally {
  return uploads.length === 0 ? { active } : { active, uploads }
}

export function tooManyJobs(limit: number): ServiceError {
  const jobs = limit === 1 ? 'one unfinished job' : `${limit} unfinished jobs`
  return new ServiceError(
    'too_many_jobs',
    `The plan allows ${jobs} at a time; wait until one is done, cancel one, or choose a larger plan.`,
    { details: { limit } },
  )
}
