import { v7 } from 'uuid'
import type { ServiceEnvironment } from '../environment/environment.ts'

const SEQUENCE_BITS = 2 ** 32

/** Creates row ids: UUIDs version 7, strictly ascending, also within a millisecond. */
export class RowIds {
  readonly #environment: ServiceEnvironment
  #milliseconds = 0
  #sequence = 0

  constructor(environment: ServiceEnvironment) {
    this.#environment = environment
  }

  next(): string {
    const random = this.#environment.random(16)
    // A clock that was set back must not put new rows before old ones.
    const now = Math.max(this.#milliseconds, Math.floor(this.#environment.now()))
    if (now > this.#milliseconds) {
      this.#milliseconds = now
      // Start in the lower half, which leaves at least 2^31 further ids in this millisecond.
      this.#sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
    } else if (++this.#sequence === SEQUENCE_BITS) {
      this.#milliseconds++
      this.#sequence = 0
    }
    return v7({ msecs: this.#milliseconds, seq: this.#sequence, random })
  }
}
