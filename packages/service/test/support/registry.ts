import { setImmediate } from 'node:timers/promises'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import type { Yield } from '@utpid/core/operations'
import { onTestFinished } from 'vitest'

export const giveWay: Yield = () => setImmediate()

const CITIES = ['Berlin', 'Hamburg', 'Bremen', 'Dresden', 'Leipzig', 'Köln']
const NAMES = ['Adler', 'Krone', 'Post', 'Sonne', 'Hirsch', 'Löwen', 'Engel', 'Rössle', 'Anker', 'Bären']

/** Returns the record of a hotel. Different numbers give different hotels. */
export function hotel(number: number): Record<string, unknown> {
  return {
    supplier: 'acme',
    code: `H${number}`,
    name: `Hotel ${NAMES[number % NAMES.length]} ${CITIES[Math.floor(number / 10) % CITIES.length]}`,
    category: 'hotel',
    location: {
      city: CITIES[Math.floor(number / 10) % CITIES.length],
      country: 'DE',
      coordinates: [48 + (number % 977) / 200, 8 + (number % 487) / 100],
    },
  }
}

/** Returns an in-memory registry with this many hotels. */
export async function registryOf(hotels: number): Promise<Registry> {
  const registry = await createRegistry({ storage: createMemoryStorage(), yield: giveWay })
  onTestFinished(() => registry.close())
  if (hotels > 0) await registry.import(Array.from({ length: hotels }, (_, number) => hotel(number)))
  return registry
}

/** A body in pieces of the given size. */
export async function* bodyOf(text: string | Uint8Array, piece = 10_000): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece)
}
