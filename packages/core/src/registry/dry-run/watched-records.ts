/** The maximum length of a name in an example, in UTF-16 units. */
const MAX_NAME_LENGTH = 200

type Records = Iterable<unknown> | AsyncIterable<unknown>

/** Remembers the names of the records that an import has read, until their outcomes are known. */
export class WatchedRecords {
  readonly #names = new Map<number, string>()
  #read = 0

  /** Returns the same records. An iterable stays an iterable, since `await` would call a method `then` of a record. */
  watch(records: Records): Records {
    return Symbol.asyncIterator in records ? this.#watchAsync(records) : this.#watchSync(records)
  }

  /** Returns the name of a record, and forgets it. */
  take(index: number): string | undefined {
    const name = this.#names.get(index)
    this.#names.delete(index)
    return name
  }

  async *#watchAsync(records: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
    for await (const record of records) {
      this.#note(record)
      yield record
    }
  }

  *#watchSync(records: Iterable<unknown>): Generator<unknown, void> {
    for (const record of records) {
      this.#note(record)
      yield record
    }
  }

  #note(record: unknown): void {
    const name = nameOf(record)
    if (name !== undefined) this.#names.set(this.#read, name)
    this.#read++
  }
}

function nameOf(record: unknown): string | undefined {
  try {
    const name = (record as { readonly name?: unknown } | null | undefined)?.name
    return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, MAX_NAME_LENGTH) : undefined
  } catch {
    // A getter may throw anything. The record parser reports that.
    return undefined
  }
}
