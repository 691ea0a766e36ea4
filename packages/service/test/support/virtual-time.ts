import type { Every } from '../../src/jobs/job-worker.ts'

/** A manual clock. */
export class VirtualTime {
  now = Date.UTC(2026, 10, 22, 18)
  readonly clock = (): number => this.now
  /** Timers never fire by themselves; tests call their functions. */
  readonly every: Every = () => () => undefined
}
