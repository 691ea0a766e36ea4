/**
 * A custom index that follows the change feed. The index answers queries that the registry's index does not support,
 * here the hotels of a street. The index is not part of any commit, so it cannot delay the registry. Its only state is
 * the number of the last change that it has read; after a restart it continues there.
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'

class StreetIndex {
  readonly #registry: Registry
  readonly #streets = new Map<string, Set<string>>()
  readonly #streetOf = new Map<string, string>()
  #after = 0

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /**
   * Reads new changes. An event contains only the id of its product. The index then reads the current product, so
   * repeated events do no harm.
   */
  async follow(): Promise<void> {
    for (;;) {
      const pages = await this.#registry.events({ after: this.#after })
      if (pages.length === 0) return
      for (const { change, events } of pages) {
        for (const event of events) {
          if ('utpid' in event) await this.#take(event.utpid)
          if ('into' in event) await this.#take(event.into)
        }
        this.#after = change
      }
    }
  }

  in(street: string): readonly string[] {
    return [...(this.#streets.get(keyOf(street)) ?? [])].sort()
  }

  async #take(utpid: string): Promise<void> {
    this.#streets.get(this.#streetOf.get(utpid) ?? '')?.delete(utpid)
    this.#streetOf.delete(utpid)
    const located = await this.#registry.locate({ utpid })
    const product = located?.status === 'active' ? await this.#registry.get(utpid) : undefined
    if (product?.location.address === undefined) return
    const key = keyOf(product.location.address)
    this.#streetOf.set(utpid, key)
    this.#streets.set(key, (this.#streets.get(key) ?? new Set()).add(utpid))
  }
}

function keyOf(address: string): string {
  return address.toLowerCase().replace(/[\d,]/g, '').trim()
}

const registry = await createRegistry({ storage: createMemoryStorage() })
const index = new StreetIndex(registry)
await registry.import([
  {
    supplier: 'bedbank',
    code: '1',
    name: 'Hotel La Cigale Bleue',
    location: { address: '12 Rue du Four', coordinates: [43.9493, 4.8055] },
  },
  {
    supplier: 'bedbank',
    code: '2',
    name: 'Auberge du Puits',
    location: { address: '3, rue du Four', coordinates: [43.9489, 4.8049] },
  },
])
await index.follow()
console.log(`${index.in('Rue du Four').length} in Rue du Four`)

// A hotel moves to another street.
await registry.upsert({
  supplier: 'bedbank',
  code: '2',
  name: 'Auberge du Puits',
  location: { address: '8 Place du Puits', coordinates: [43.9491, 4.8052] },
})
await index.follow()
console.log(`${index.in('Rue du Four').length} in Rue du Four, ${index.in('Place du Puits').length} in Place du Puits`)
await registry.close()
