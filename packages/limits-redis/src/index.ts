/**
 * `@utpid/limits-redis`: limits of accounts and keys that processes share, in Redis.
 */
export { RedisLimiter, type RedisLimiterOptions } from './redis-limiter.ts'
