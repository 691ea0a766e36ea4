import type { Redis } from 'ioredis'

const BEAT_MS = 5_000
/** Who has not been heard of for so long is gone. */
const GONE_MS = 20_000

const BEAT_SCRIPT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

/** How many processes share a server: each says every 5 s that it is there. */
export class Presence {
  readonly #redis: Redis
  readonly #key: string
  readonly #instance: string
  #timer: NodeJS.Timeout | undefined
  #count = 1

  constructor(redis: Redis, key: string, instance: string) {
    this.#redis = redis
    this.#key = key
    this.#instance = instance
  }

  /** As it was when the server last answered. */
  get count(): number {
    return this.#count
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.beat().catch(() => undefined), BEAT_MS)
    this.#timer.unref()
    await this.beat()
  }

  /** Says that this process is there, and hears how many are. */
  async beat(): Promise<void> {
    const count = await this.#redis.eval(BEAT_SCRIPT, 1, this.#key, this.#instance, GONE_MS)
    this.#count = Math.max(1, Number(count))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#redis.zrem(this.#key, this.#instance)
  }
}
