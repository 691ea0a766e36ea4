import { randomBytes } from 'node:crypto'

/** The service's dependencies on the machine. Tests inject other implementations. */
export interface ServiceEnvironment {
  /** Returns the time in milliseconds since 1970, UTC. */
  now(): number
  /** Returns this many unpredictable bytes. */
  random(bytes: number): Uint8Array
}

/** The clock and the random source of the machine. */
export const systemEnvironment: ServiceEnvironment = {
  now: () => Date.now(),
  random: (bytes) => randomBytes(bytes),
}

/** Returns the current time in the format of stored rows: ISO 8601, UTC. */
export function isoNow(environment: ServiceEnvironment): string {
  return new Date(environment.now()).toISOString()
}
