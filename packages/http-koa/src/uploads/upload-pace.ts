import { RegistryError } from '@utpid/core'
import type { UploadRules } from './upload-rules.ts'

/** Judges how fast an upload comes that keeps a thread while others wait for one. Only waiting for its client counts. */
export class UploadPace {
  readonly #rules: Pick<UploadRules, 'bytesPerWindow' | 'windowMs'>
  readonly #isWaitedFor: () => boolean
  #waited = 0
  #bytes = 0

  constructor(rules: Pick<UploadRules, 'bytesPerWindow' | 'windowMs'>, isWaitedFor: () => boolean) {
    this.#rules = rules
    this.#isWaitedFor = isWaitedFor
  }

  /** @throws `request_timeout` */
  came(bytes: number, milliseconds: number): void {
    this.#bytes += bytes
    this.#waited += milliseconds
    const { bytesPerWindow, windowMs } = this.#rules
    if (this.#waited < windowMs) return
    const isSlow = this.#bytes < bytesPerWindow
    this.#waited = 0
    this.#bytes = 0
    if (!isSlow || !this.#isWaitedFor()) return
    throw new RegistryError(
      'request_timeout',
      `Other uploads wait, and this body comes more slowly than ${bytesPerWindow.toLocaleString('en')} bytes in ${windowMs / 1_000} s; send it faster, or in smaller parts.`,
    )
  }
}
