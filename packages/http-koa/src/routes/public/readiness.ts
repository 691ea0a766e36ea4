import { type Registry, RegistryError } from '@utpid/core'
import type { HostedService } from '@utpid/service'

/** How long it is believed that all is there. What is missing is looked for each time, by one for all who ask. */
const BELIEVED_MS = 1_000
/** Matches nothing, and yet needs all that a match needs: the index and the scoring of this version, and an answer. */
const PROBE = { name: 'readiness' }

/** Whether a registry and its service can answer, looked at seldom enough that anybody may ask. */
class Readiness {
  #goodUntil = Number.NEGATIVE_INFINITY
  #looking: Promise<readonly string[]> | undefined

  /** @returns what is missing, and by which code: `store (unavailable)`. */
  async missing(registry: Registry, service: HostedService | undefined): Promise<readonly string[]> {
    const now = service?.environment.now() ?? Date.now()
    const isWritten = service?.writeHealth.isFailing !== true
    if (isWritten && now < this.#goodUntil) return []
    this.#looking ??= lookedAt(registry, service).finally(() => {
      this.#looking = undefined
    })
    const missing = await this.#looking
    if (missing.length === 0) this.#goodUntil = now + BELIEVED_MS
    return missing
  }
}

async function lookedAt(registry: Registry, service: HostedService | undefined): Promise<readonly string[]> {
  const parts: readonly [string, Promise<unknown> | undefined][] = [
    ['registry', registry.match(PROBE)],
    ['store', service?.store.read('plans', ['ready'])],
    ['writes of the store', service?.writeHealth.check()],
  ]
  const missing = await Promise.all(
    parts.map(async ([name, answer]) => {
      try {
        await answer
        return []
      } catch (error) {
        return [`${name} (${error instanceof RegistryError ? error.code : 'internal_error'})`]
      }
    }),
  )
  return missing.flat()
}

const known = new WeakMap<Registry, Readiness>()

/** @throws `not_ready` that names what is missing. */
export async function requireReady(registry: Registry, service: HostedService | undefined): Promise<void> {
  if (service?.isDraining === true) throw new RegistryError('not_ready', 'The service is about to stop.')
  const readiness = known.get(registry) ?? new Readiness()
  known.set(registry, readiness)
  const missing = await readiness.missing(registry, service)
  if (missing.length > 0) throw new RegistryError('not_ready', `What is missing: ${missing.join(', ')}.`)
}
