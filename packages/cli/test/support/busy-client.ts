import { randomUUID } from 'node:crypto'

/** A body that was sent. The answer to it may have been lost. */
interface SentJob {
  readonly path: string
  readonly idempotencyKey: string
  readonly body: string
  readonly type: string
  /** Expected number of results. */
  readonly size: number
  /** Codes of its records. */
  readonly codes: readonly string[]
}

/** The versions that were sent for one code. The stored version must be the last acknowledged one or a later one. */
interface WrittenCode {
  acknowledged: string | undefined
  readonly since: Set<string>
}

const WRITERS = 3
const CODES_PER_WRITER = 25
const INPUTS = 600
const RECORDS = 40
const NAMES = ['Zephyr', 'Marlowe', 'Quill', 'Solace', 'Bramble', 'Tamarind', 'Osprey', 'Lantern']
const POLL_MS = 50

/** The service has stopped, or is stopping. */
class Gone extends Error {}

/** Writes, maps and imports as fast as the service answers. Remembers everything that the service acknowledged. */
export class BusyClient {
  readonly codes = new Map<string, WrittenCode>()
  readonly services: string[] = []
  /** Acknowledged jobs, by id. */
  readonly jobs = new Map<string, SentJob>()
  readonly #unanswered = new Set<SentJob>()
  readonly #key: string
  #count = 0
  #version = 0
  #atCount: { readonly count: number; readonly tell: () => void } | undefined

  constructor(key: string) {
    this.#key = key
  }

  /** Number of acknowledgements. */
  get acknowledged(): number {
    return this.#count
  }

  /** Resolves after a number of further acknowledgements. */
  acknowledgedMore(count: number): Promise<void> {
    return new Promise((tell) => {
      this.#atCount = { count: this.#count + count, tell }
    })
  }

  /** Works until the service no longer answers, which ends every loop. */
  async workUntilGone(address: string): Promise<void> {
    const loops = [this.#sendJobs(address), ...Array.from({ length: WRITERS }, (_, at) => this.#write(address, at))]
    for (const end of await Promise.allSettled(loops)) {
      if (end.status === 'rejected' && !(end.reason instanceof Gone)) throw end.reason
    }
  }

  /** Repeats unanswered requests until each of them has an answer. */
  async settle(address: string): Promise<void> {
    for (const job of this.#unanswered) {
      while (!(await this.#sendJob(address, job))) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  /** @throws for a status other than 2xx. */
  async read(address: string, path: string, accept = 'application/json'): Promise<string> {
    const response = await this.#ask(address, 'GET', path, { headers: { accept } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`)
    return text
  }

  async #write(address: string, writer: number): Promise<never> {
    for (let at = 0; ; at++) {
      const code = `w${writer}-${at % CODES_PER_WRITER}`
      const name = `Hotel ${NAMES[at % NAMES.length]} ${writer} ${this.#version++}`
      const written = this.codes.get(code) ?? { acknowledged: undefined, since: new Set() }
      this.codes.set(code, written)
      written.since.add(name)
      const body = JSON.stringify({ name, location: { city: 'Berlin', country: 'DE' } })
      const response = await this.#ask(address, 'PUT', `/registry/supplier/busy/code/${code}`, { body })
      await this.#expect(response, [200, 201])
      written.acknowledged = name
      for (const former of written.since) if (former !== name) written.since.delete(former)
      written.since.delete(name)
      this.#acknowledge()
    }
  }

  async #sendJobs(address: string): Promise<never> {
    for (;;) {
      const batch = Array.from({ length: INPUTS }, (_, at) => ({
        ref: String(at),
        name: `Hotel ${NAMES[at % NAMES.length]}`,
        location: { city: 'Berlin', country: 'DE' },
      }))
      await this.#sendJob(address, {
        path: '/registry/batch-map',
        idempotencyKey: randomUUID(),
        type: 'application/json',
        body: JSON.stringify({ inputs: batch, mode: 'async' }),
        size: INPUTS,
        codes: [],
      })
      const codes = Array.from({ length: RECORDS }, () => `i${this.#version++}`)
      await this.#sendJob(address, {
        path: '/registry/import',
        idempotencyKey: randomUUID(),
        type: 'application/x-ndjson',
        body: codes
          .map((code) => `${JSON.stringify({ supplier: 'feed', code, name: `Pension ${code}`, country: 'AT' })}\n`)
          .join(''),
        size: RECORDS,
        codes,
      })
      const name = `Service ${this.#version++}`
      await this.#expect(
        await this.#ask(address, 'POST', '/account/services', { body: JSON.stringify({ name }) }),
        [201],
      )
      this.services.push(name)
      this.#acknowledge()
    }
  }

  /** @returns False while the service still has the job leased to a worker. */
  async #sendJob(address: string, job: SentJob): Promise<boolean> {
    this.#unanswered.add(job)
    const headers = { 'idempotency-key': job.idempotencyKey, 'content-type': job.type }
    const response = await this.#ask(address, 'POST', job.path, { body: job.body, headers })
    if (response.status === 409) return false
    const { id } = JSON.parse(await this.#expect(response, [202])) as { id: string }
    this.jobs.set(id, job)
    this.#unanswered.delete(job)
    this.#acknowledge()
    return true
  }

  async #ask(
    address: string,
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: string; readonly headers?: Record<string, string> },
  ): Promise<Response> {
    const all = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers }
    return await fetch(`${address}${path}`, { method, headers: all, ...(body === undefined ? {} : { body }) }).catch(
      (error: unknown) => {
        throw new Gone('The service is gone.', { cause: error })
      },
    )
  }

  async #expect(response: Response, statuses: readonly number[]): Promise<string> {
    const text = await response.text().catch((error: unknown) => {
      throw new Gone('The service stopped during an answer.', { cause: error })
    })
    if (statuses.includes(response.status)) return text
    throw new Error(`It was answered ${response.status}: ${text}`)
  }

  #acknowledge(): void {
    this.#count++
    if (this.#atCount === undefined || this.#count < this.#atCount.count) return
    this.#atCount.tell()
    this.#atCount = undefined
  }
}
