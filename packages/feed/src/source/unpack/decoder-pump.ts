import type { Transform } from 'node:stream'

/**
 * Feeds a decoder of `node:zlib` without a stream pipeline: after a broken byte, a pipeline drops unpacked bytes that
 * were not read yet.
 */
export class DecoderPump {
  /** The error of the decoder, once its data is damaged. */
  failure: Error | undefined
  /** Whether the decoder has reached the end of its data. */
  ended = false
  readonly #decoder: Transform
  #unpacked: Buffer[] = []
  #settle: () => void = () => {}

  constructor(decoder: Transform) {
    this.#decoder = decoder
    decoder.on('data', (chunk: Buffer) => this.#unpacked.push(chunk))
    decoder.on('error', (error) => {
      this.failure = error
      this.#settle()
    })
    decoder.on('end', () => {
      this.ended = true
      this.#settle()
    })
  }

  /** Unpacks the next bytes. Returns all bytes that are unpacked by now, also before damage. */
  async push(bytes: Buffer): Promise<Buffer[]> {
    if (!this.ended && this.failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#settle = resolve
        this.#decoder.write(bytes, () => resolve())
      })
    }
    return this.#take()
  }

  /** Ends the data, and returns the last unpacked bytes. */
  async finish(): Promise<Buffer[]> {
    if (!this.ended && this.failure === undefined) {
      await new Promise<void>((resolve) => {
        this.#settle = resolve
        this.#decoder.end()
      })
    }
    return this.#take()
  }

  destroy(): void {
    this.#decoder.destroy()
  }

  #take(): Buffer[] {
    const unpacked = this.#unpacked
    this.#unpacked = []
    return unpacked
  }
}
