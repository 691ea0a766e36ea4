import type { Registry, RegistrySchema } from '@utpid/core'
import type { Reply } from '../route/route.ts'
import { CachedResponse } from './cached-response.ts'

/** A long response that depends only on the schema of the registry. */
export class ResponseOfSchema {
  readonly #make: (schema: RegistrySchema) => Reply & { readonly body: string }
  readonly #responses = new WeakMap<RegistrySchema, CachedResponse>()

  constructor(make: (schema: RegistrySchema) => Reply & { readonly body: string }) {
    this.#make = make
  }

  of(registry: Pick<Registry, 'scorer'>): CachedResponse {
    const { schema } = registry.scorer()
    const known = this.#responses.get(schema)
    if (known !== undefined) return known
    const response = new CachedResponse(() => this.#make(schema))
    this.#responses.set(schema, response)
    return response
  }
}
