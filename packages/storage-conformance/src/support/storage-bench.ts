import type { Storage, StorageCapabilities } from '@utpid/core'
import { onTestFinished } from 'vitest'
import type { SampleSettings, SuiteOptions } from './suite-options.ts'

/** Opens storages for tests and closes them when the test is over. */
export class StorageBench {
  readonly #options: SuiteOptions

  constructor(options: SuiteOptions) {
    this.#options = options
  }

  /** A new, empty storage. */
  async open(settings: SampleSettings = {}): Promise<Storage> {
    return closedAtTheEnd(await this.#options.createStorage(settings))
  }

  /** The same place, closed and opened again. */
  async reopen(storage: Storage, settings: SampleSettings = {}): Promise<Storage> {
    const { reopen, name } = this.#options
    if (reopen === undefined) throw new Error(`${name} is durable, so testStorage needs to be told how to reopen it.`)
    return closedAtTheEnd(await reopen(storage, settings))
  }

  get promised(): Partial<StorageCapabilities> {
    return this.#options.capabilities ?? {}
  }
}

function closedAtTheEnd(storage: Storage): Storage {
  onTestFinished(() => storage.close())
  return storage
}
