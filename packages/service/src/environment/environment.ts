import { randomBytes } from 'node:crypto'

/** What the service takes from the machine; tests give their own. */
export interface ServiceEnvironment {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** So many unpredictable bytes. */
  random(bytes: number): Uint8Array
}

/** The clock and the randomness of the machine. */
export const systemEnvironment: ServiceEnvironment = {
  now: () => Date.now(),
  random: (bytes) => randomBytes(bytes),
}

/** Now, as rows say it. */
export function isoNow(environment: ServiceEnvironment): string {
  return new Date(environment.now()).toISOString()
}
