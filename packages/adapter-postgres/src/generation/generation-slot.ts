import { RegistryError } from '@utpid/core'
import type { Database } from '../connection/database.ts'

/** Allows one generation under construction per schema, across all processes. */
export class GenerationSlot {
  readonly #database: Database
  readonly #name: string
  #release: (() => Promise<void>) | undefined

  constructor(database: Database, schema: string) {
    this.#database = database
    this.#name = `utpid generation of ${schema}`
  }

  /** @throws `generation_open` */
  async enter(): Promise<void> {
    const letGo = await this.#database.lock(this.#name)
    if (letGo === undefined) {
      throw new RegistryError(
        'generation_open',
        'A second generation of this registry is under construction already. Wait until it is done, or stop it; then start again.',
      )
    }
    this.#release = letGo
  }

  async leave(): Promise<void> {
    const letGo = this.#release
    this.#release = undefined
    await letGo?.()
  }
}
