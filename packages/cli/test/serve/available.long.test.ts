import { randomBytes } from 'node:crypto'
import { type Client, createClient } from '@utpid/client'
import { times } from '@utpid/testing'
import { expect, it } from 'vitest'
import { OwnServer } from '../../../adapter-postgres/test/support/server/own-server.ts'
import { Balancer } from '../support/balancer.ts'
import { type ServingChild, servingChild } from '../support/served-process.ts'

/** The service level holds for a run of 30 minutes. A shorter run has fewer restarts. */
const IS_SHORTENED = times(100) < 100
const MINUTES = Number(process.env.UTPID_TEST_AVAILABILITY_MINUTES ?? (IS_SHORTENED ? 1 : 30))
const IS_WHOLE = MINUTES >= 30
const PER_SECOND = 100
const SHARE_LEAST = 0.999
const TAKEN_OVER_WITHIN_MS = 30_000
const INPUTS = 3_000
const POLL_MS = 100
const SECOND = 1_000
const INSTANCES = ['one', 'two'] as const

type Event = 'restart one' | 'restart two' | 'kill one' | 'restart postgres'

/**
 * Each instance restarts five times, one instance is killed twice, and the database restarts twice. A shortened run has
 * only some of these events.
 */
const WHOLE: readonly Event[] = [
  ...['restart one', 'restart two', 'restart one', 'kill one', 'restart two', 'restart postgres', 'restart one'],
  ...['restart two', 'restart one', 'restart two', 'kill one', 'restart postgres', 'restart one', 'restart two'],
] as Event[]
const PART: readonly Event[] = ['restart one', 'kill one', 'restart two', 'restart postgres']

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

it(
  `answers ${SHARE_LEAST * 100} % well for ${MINUTES} minutes while instances and the database are restarted and killed`,
  async () => {
    const postgres = await OwnServer.start()
    const env = {
      UTPID_SECRET_KEY: randomBytes(32).toString('base64'),
      UTPID_LOG_LEVEL: 'silent',
      UTPID_SHUTDOWN_NOTICE_SECONDS: '1',
    }
    const balancer = await Balancer.start()
    const children = new Map<string, ServingChild>()
    const begin = async (name: string): Promise<void> => {
      const child = await servingChild(postgres.url, env)
      children.set(name, child)
      await balancer.set(name, child.address)
    }
    for (const name of INSTANCES) await begin(name)
    const key = children.get('one')?.key as string
    const load = new Load(balancer.address, key)
    await load.fill()
    const running = load.run(MINUTES * 60 * SECOND)

    const events = IS_WHOLE ? WHOLE : PART
    const pause = (MINUTES * 60 * SECOND) / (events.length + 1)
    const begunAt = Date.now()
    for (const [at, event] of events.entries()) {
      await wait(Math.max(0, begunAt + (at + 1) * pause - Date.now()))
      const [what, name = ''] = event.split(' ')
      if (name === 'postgres') {
        await postgres.stopImmediately()
        await postgres.run()
        continue
      }
      const child = children.get(name) as ServingChild
      const job = what === 'kill' ? await load.beginJob() : undefined
      child.process.kill(what === 'kill' ? 'SIGKILL' : 'SIGTERM')
      await child.ended
      if (job !== undefined) expect(await load.takenOverWithin(job)).toBeLessThan(TAKEN_OVER_WITHIN_MS)
      await begin(name)
    }
    await running

    const { asked, well, repeated } = load
    console.log(`Of ${asked} requests ${asked - well} failed; the client made ${repeated} attempts more than these.`)
    expect(asked).toBeGreaterThan(MINUTES * 60 * PER_SECOND * 0.9)
    expect(well / asked).toBeGreaterThanOrEqual(SHARE_LEAST)
  },
  (MINUTES + 5) * 60 * SECOND,
)

/** Sends requests at a fixed rate, regardless of earlier answers, with the client library. */
class Load {
  asked = 0
  /** Requests that succeeded in the end, from the view of the caller. */
  well = 0
  /** Number of retries by the client. */
  repeated = 0
  readonly #client: Client
  /** A client for jobs. Its requests are not counted. */
  readonly #beside: Client
  #utpid = ''

  constructor(baseUrl: string, key: string) {
    this.#beside = createClient({ baseUrl, key })
    let sent = 0
    this.#client = createClient({
      baseUrl,
      key,
      fetch: (...given) => {
        this.repeated = ++sent - this.asked
        return fetch(...given)
      },
    })
  }

  async fill(): Promise<void> {
    const location = { city: 'Berlin', country: 'DE', coordinates: [52.5159, 13.3802] }
    const made = await this.#beside.putRecord('expo', '1', { name: 'Hotel Adlon', category: 'hotel', location })
    this.#utpid = made.utpid as string
  }

  async run(milliseconds: number): Promise<void> {
    const begunAt = Date.now()
    const answers: Promise<void>[] = []
    for (;;) {
      const gone = Date.now() - begunAt
      if (gone >= milliseconds) break
      for (const due = Math.floor((gone * PER_SECOND) / SECOND); this.asked <= due; )
        answers.push(this.#one(this.asked++))
      await wait(SECOND / PER_SECOND)
    }
    await Promise.all(answers)
  }

  async #one(at: number): Promise<void> {
    const input = { name: 'Hotel Adlon Berlin', location: { city: 'Berlin', country: 'DE' } }
    const location = { city: 'Wien', country: 'AT' }
    const asks = [
      () => this.#client.search({ q: 'adlon' }),
      () => this.#client.product(this.#utpid),
      () => this.#client.match({ input }),
      () => this.#client.putRecord('expo', `c${at % 50}`, { name: `Pension ${at % 50}`, location }),
    ]
    try {
      await asks[at % asks.length]?.()
      this.well++
    } catch {
      // The total minus `well` counts the failed requests.
    }
  }

  /** Starts a batch that takes longer than its process still lives. */
  async beginJob(): Promise<string> {
    const inputs = Array.from({ length: INPUTS }, (_, at) => ({ name: `Hotel ${at}`, location: { city: 'Berlin' } }))
    const { id } = await this.#beside.startBatch(inputs)
    return id
  }

  /** Returns the milliseconds until a job has made further progress. */
  async takenOverWithin(id: string): Promise<number> {
    const begunAt = Date.now()
    const first = await this.#beside.batchJob(id)
    for (;;) {
      const { status, counts } = await this.#beside.batchJob(id)
      if (status === 'completed' || counts.processed > first.counts.processed) return Date.now() - begunAt
      expect(['queued', 'running']).toContain(status)
      await wait(POLL_MS)
    }
  }
}
