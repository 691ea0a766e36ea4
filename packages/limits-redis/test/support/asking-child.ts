/**
 * A child process that sends rounds of requests to a limiter for each message, and reports how many requests were
 * allowed. Arguments: URL, prefix, instance name, clock.
 */
import type { LimitSubject } from '@utpid/service'
import { RedisLimiter } from '../../src/index.ts'

interface Ask {
  readonly subject: LimitSubject
  /** Time that the limits use. Default: the time of the server. */
  readonly at?: number
  /** Concurrent requests of one round. */
  readonly requests: number
  /** Number of rounds. */
  readonly rounds: number
}

const [url = '', prefix = '', instance = '', clock = 'server'] = process.argv.slice(2)
let now = 0
const limiter = new RedisLimiter({
  url,
  prefix,
  instance,
  timeoutMs: 10_000,
  ...(clock === 'told' ? { now: () => now } : {}),
  onChange: (state, error) => {
    throw new Error(`The server is ${state}.`, { cause: error })
  },
})
await limiter.open()

process.on('message', ({ subject, at, requests, rounds }: Ask) => {
  void (async () => {
    if (at !== undefined) now = at
    let allowed = 0
    for (let round = 0; round < rounds; round++) {
      const decisions = await Promise.all(Array.from({ length: requests }, () => limiter.take(subject)))
      allowed += decisions.filter(({ isAllowed }) => isAllowed).length
    }
    process.send?.({ allowed })
  })()
})
process.send?.({ allowed: 0 })
