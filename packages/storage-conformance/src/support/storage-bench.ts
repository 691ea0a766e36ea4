import type { Storage } from '@utpid/core'
import type { StorageCapabilities } from '@utpid/core/storage'
import { onTestFinished } from 'vitest'
import type { SampleSettings, SuiteOptions } from './suite-options.ts'

/** Opens storages for tests and closes them after the test. */
export class StorageBench {
  readonly #options: SuiteOptions

  constructor(options: SuiteOptions) {
    this.#options = options
  }

  /** Opens a new, empty storage. */
  async open(settings: SampleSettings = {}): Promise<Storage> {
    return closedAtTheEnd(await this.#options.createStorage(settings))
  }

  /** Closes a storage and opens it again. */
  async reopen(storage: Storage, settings: SampleSettings = {}): Promise<Storage> {
    const { reopen, name } = this.#options
    if (reopen === undefined) throw new Error(`${name} is durable, so testStorage needs the option reopen.`)
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
