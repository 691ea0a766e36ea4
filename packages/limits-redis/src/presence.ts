import type { Redis } from 'ioredis'

const HEARTBEAT_MS = 5_000
/** Milliseconds without a heartbeat after which a process no longer counts. */
const DEAD_MS = 20_000

const HEARTBEAT_SCRIPT = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

/** Counts the processes that share a server: each registers itself every 5 s. */
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

  /** Number of processes according to the server's last response. */
  get count(): number {
    return this.#count
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.sendHeartbeat().catch(() => undefined), HEARTBEAT_MS)
    this.#timer.unref()
    await this.sendHeartbeat()
  }

  /** Registers this process and reads the number of processes. */
  async sendHeartbeat(): Promise<void> {
    const count = await this.#redis.eval(HEARTBEAT_SCRIPT, 1, this.#key, this.#instance, DEAD_MS)
    this.#count = Math.max(1, Number(count))
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#redis.zrem(this.#key, this.#instance)
  }
}
