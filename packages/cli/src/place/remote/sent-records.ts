/** The records to send. Reading them may fail. */
export class SentRecords {
  failure: { readonly error: unknown } | undefined
  readonly #records: AsyncIterator<unknown> | Iterator<unknown>
  readonly #signal: AbortSignal | undefined
  #first: IteratorResult<unknown> | undefined

  /** @param signal - Stops the records. */
  constructor(records: Iterable<unknown> | AsyncIterable<unknown>, signal: AbortSignal | undefined) {
    this.#records = Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator]()
    this.#signal = signal
  }

  /** Returns whether there is a record. It reads that record, which stays the first of {@link records}. */
  async hasAny(): Promise<boolean> {
    this.#first ??= await this.#records.next()
    return this.#first.done !== true
  }

  async *records(): AsyncGenerator<unknown, void> {
    try {
      let next = this.#first ?? (await this.#records.next())
      for (; next.done !== true; next = await this.#records.next()) {
        this.#signal?.throwIfAborted()
        yield next.value
      }
    } catch (error) {
      this.failure = { error }
      throw error
    } finally {
      await this.#records.return?.()
    }
  }
}
