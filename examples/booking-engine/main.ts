/**
 * A booking engine queries three suppliers and merges their hotel lists in its own process. The result has one line per
 * hotel with the code of every supplier, cheapest first. Hotels that are only likely to be the same stay separate.
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'

interface Offer {
  readonly code: string
  readonly name: string
  readonly address: string
  readonly coordinates: [number, number]
  readonly price: number
}

const lists: Readonly<Record<string, readonly Offer[]>> = {
  bedbank: [
    {
      code: '8841',
      name: 'HOTEL LA CIGALE BLEUE ***',
      address: '12 Rue du Four',
      coordinates: [43.9493, 4.8055],
      price: 118,
    },
    { code: '9002', name: 'Bleuet Suites 12', address: '', coordinates: [43.95011, 4.80702], price: 84 },
  ],
  wholesale: [
    { code: 'A-1', name: 'Cigale Bleue (La)', address: '12, rue du Four', coordinates: [43.9494, 4.8056], price: 109 },
    { code: 'A-2', name: 'Bleuet Suites 14', address: '', coordinates: [43.95023, 4.80711], price: 79 },
  ],
  direct: [
    { code: 'x7', name: 'La Cigale Bleue', address: 'Rue du Four 12', coordinates: [43.94932, 4.80561], price: 125 },
  ],
}

const registry = await createRegistry({ storage: createMemoryStorage() })
for (const [supplier, offers] of Object.entries(lists)) {
  const records = offers.map(({ code, name, address, coordinates }) => {
    return { supplier, code, name, category: 'hotel', location: { address, city: 'Avignon', coordinates } }
  })
  await registry.import(records)
}

/**
 * Groups the offers by hotel. Prices stay in the engine; the registry only determines which codes belong to one hotel.
 */
const houses = new Map<string, { readonly supplier: string; readonly offer: Offer }[]>()
for (const [supplier, offers] of Object.entries(lists)) {
  for (const offer of offers) {
    const { utpid } = (await registry.locate({ supplier, code: offer.code })) ?? {}
    if (utpid != null) houses.set(utpid, [...(houses.get(utpid) ?? []), { supplier, offer }])
  }
}

const merged = [...houses].map(([utpid, offers]) => ({
  utpid,
  offers: offers.sort((a, b) => a.offer.price - b.offer.price),
}))
merged.sort((a, b) => (a.offers[0]?.offer.price ?? 0) - (b.offers[0]?.offer.price ?? 0))
for (const { utpid, offers } of merged) {
  const name = (await registry.get(utpid))?.name
  console.log(`${name}: ${offers.map(({ supplier, offer }) => `${supplier} ${offer.price}`).join(', ')}`)
}
await registry.close()
