import { v7 } from 'uuid'
import type { ServiceEnvironment } from '../environment/environment.ts'

const SEQUENCE_BITS = 2 ** 32

/** Makes ids of rows: UUIDs version 7, each larger than the one before, also within a millisecond. */
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
      // The lower half, so that a millisecond has room for two thousand million more.
      this.#sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
    } else if (++this.#sequence === SEQUENCE_BITS) {
      this.#milliseconds++
      this.#sequence = 0
    }
    return v7({ msecs: this.#milliseconds, seq: this.#sequence, random })
  }
}
