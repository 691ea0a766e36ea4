import { type Change, type ChangeNumber, RegistryError } from '@utpid/core'
import type { RetentionSettings } from './storage-options.ts'

/** Entries that one commit takes out at most, so that a long silence does not stall the next write. */
export const EXPIRED_PER_COMMIT = 1_000

/** @throws `changes_expired` when the change after `after` is older than the oldest kept, or `after` never was. */
export function checkReach(after: ChangeNumber, oldest: ChangeNumber, head: ChangeNumber): void {
  if (after > head) {
    throw new RegistryError(
      'changes_expired',
      `The feed ends with change ${head}; change ${after} was read from another registry, or from this one before it was restored. Read head(), scan, and follow the feed from there.`,
      { details: { after, head } },
    )
  }
  if (after + 1 >= oldest) return
  throw new RegistryError(
    'changes_expired',
    `The feed begins with change ${oldest}; change ${after + 1} is no longer kept. Read head(), scan, and follow the feed from there.`,
    { details: { after, oldest } },
  )
}

/** The feed and the tokens of a volatile ledger, each forgotten in its time. */
export class ChangeLog {
  readonly #settings: RetentionSettings
  #entries: { readonly writtenAt: number; readonly entry: Change }[] = []
  /** Position of the oldest entry that is still kept. */
  #oldest = 0
  readonly #tokens = new Map<string, { readonly writtenAt: number; readonly change: ChangeNumber }>()
  #head: ChangeNumber = 0

  constructor(settings: RetentionSettings) {
    this.#settings = settings
  }

  get head(): ChangeNumber {
    return this.#head
  }

  add(entry: Change): void {
    const writtenAt = this.#settings.clock()
    this.#head = entry.change
    this.#entries.push({ writtenAt, entry })
    if (entry.token !== undefined) {
      // Deleted first, so that the map stays in the order of writing.
      this.#tokens.delete(entry.token)
      this.#tokens.set(entry.token, { writtenAt, change: entry.change })
    }
    this.#forget(writtenAt)
  }

  /** Goes on after a change and lets go of every entry; tokens stay. */
  restart(head: ChangeNumber): void {
    this.#head = head
    this.#entries = []
    this.#oldest = 0
  }

  /** The change that a token stands for, while it is remembered. */
  changeOf(token: string): ChangeNumber | undefined {
    const known = this.#tokens.get(token)
    if (known === undefined) return undefined
    return this.#settings.clock() - known.writtenAt > this.#settings.tokenMilliseconds ? undefined : known.change
  }

  /** @throws `changes_expired` */
  after(after: ChangeNumber, limit: number): Change[] {
    const oldest = this.#entries[this.#oldest]?.entry.change ?? this.#head + 1
    checkReach(after, oldest, this.#head)
    const from = this.#oldest + after + 1 - oldest
    return this.#entries.slice(from, from + limit).map(({ entry }) => entry)
  }

  #forget(now: number): void {
    const { feedMilliseconds, tokenMilliseconds } = this.#settings
    let left = EXPIRED_PER_COMMIT
    while (left-- > 0 && now - (this.#entries[this.#oldest]?.writtenAt ?? now) > feedMilliseconds) this.#oldest++
    if (this.#oldest * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#oldest)
      this.#oldest = 0
    }
    for (const [token, { writtenAt }] of this.#tokens) {
      if (now - writtenAt <= tokenMilliseconds) break
      this.#tokens.delete(token)
    }
  }
}
