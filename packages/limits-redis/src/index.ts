/** `@utpid/limits-redis`: limits of accounts and keys that several processes share through Redis. */
export { RedisLimiter, type RedisLimiterOptions } from './redis-limiter.ts'
