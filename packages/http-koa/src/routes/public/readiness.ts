import type { Registry } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'
import type { HostedService } from '@utpid/service'
import { HttpError } from '../../errors/http-error.ts'

/**
 * Milliseconds for which a good result is cached. After a bad result every call checks again; concurrent calls share
 * one check.
 */
const CACHE_MS = 1_000
/** A query that matches no record, but reads the same data as a match: the index and the model version. */
const PROBE = { name: 'readiness' }

/** Checks whether a registry and its service can respond. The result is cached, since the route is public. */
class Readiness {
  #goodUntil = Number.NEGATIVE_INFINITY
  #checking: Promise<readonly string[]> | undefined

  /** @returns the failing parts with their error codes: `store (unavailable)`. */
  async missing(registry: Registry, service: HostedService | undefined): Promise<readonly string[]> {
    const now = service?.environment.now() ?? Date.now()
    // These two changes are visible immediately.
    const isWell = service?.writeHealth.isFailing !== true && service?.shareHealth?.hasShare !== false
    if (isWell && now < this.#goodUntil) return []
    this.#checking ??= failingParts(registry, service).finally(() => {
      this.#checking = undefined
    })
    const missing = await this.#checking
    if (missing.length === 0) this.#goodUntil = now + CACHE_MS
    return missing
  }
}

async function failingParts(registry: Registry, service: HostedService | undefined): Promise<readonly string[]> {
  const parts: readonly [string, Promise<unknown> | undefined][] = [
    ['registry', registry.match(PROBE)],
    ['store', service?.store.read('plans', ['ready'])],
    ['writes of the store', service?.writeHealth.check()],
    ['share of the limits', service?.shareHealth?.requireShare()],
  ]
  const missing = await Promise.all(
    parts.map(async ([name, answer]) => {
      try {
        await answer
        return []
      } catch (error) {
        return [`${name} (${error instanceof CodedError ? error.code : 'internal_error'})`]
      }
    }),
  )
  return missing.flat()
}

const known = new WeakMap<Registry, Readiness>()

/** Requires that the service is ready. @throws `not_ready` with the failing parts. */
export async function requireReady(registry: Registry, service: HostedService | undefined): Promise<void> {
  if (service?.isDraining === true) throw new HttpError('not_ready', 'The service is stopping.')
  const readiness = known.get(registry) ?? new Readiness()
  known.set(registry, readiness)
  const missing = await readiness.missing(registry, service)
  if (missing.length > 0) throw new HttpError('not_ready', `The service is not ready; failing: ${missing.join(', ')}.`)
}
