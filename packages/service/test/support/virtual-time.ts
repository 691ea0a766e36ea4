import type { Every } from '../../src/jobs/job-worker.ts'

/** A clock that a test moves. */
export class VirtualTime {
  now = Date.UTC(2026, 10, 22, 18)
  readonly clock = (): number => this.now
  /** Timers never run by themselves: a test calls what they would. */
  readonly every: Every = () => () => undefined
}
