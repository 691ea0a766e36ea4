/**
 * A custom comparison of official licences. The comparison returns a level; the order of the two records does not
 * matter. The level is `unknown` if a record has no licence. The schema replaces the comparison of identifiers, which
 * also reads licences.
 *
 * The comparison takes part in matches, in links at import, in explanations, in suggestions and in training.
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { type CustomComparison, createRegistry, defaultSchema, extendSchema } from '@utpid/core'

const licence: CustomComparison = {
  name: 'licence',
  version: 1,
  description: 'Whether the licences agree.',
  levels: ['same', 'other', 'unknown'],
  profiles: ['lodging'],
  // Bits are the log2 of a ratio: how much more often the level occurs for two records of one product.
  bits: { same: 8, other: -6 },
  isPresent: (record) => record.licence !== undefined,
  compare: (left, right) => (left.licence === right.licence ? 'same' : 'other'),
  fieldOf: (record) => (record.licence === undefined ? {} : { licence: record.licence }),
  show: (record) => record.licence,
}
const schema = extendSchema(defaultSchema, {
  name: 'licences',
  comparisons: [licence],
  profiles: { lodging: { remove: ['identifier'] } },
})

const registry = await createRegistry({ storage: createMemoryStorage(), schema })
const place = { name: 'Casa Azul', category: 'apartment' }
await registry.import([
  { ...place, supplier: 'bedbank', code: '1', licence: 'ETV/1234', location: { coordinates: [39.5701, 2.6512] } },
])

const input = { ...place, location: { coordinates: [39.5716, 2.6532] } }
const before = (await registry.match(input)).confidence
for (const licence of ['etv 1234', 'ETV/9999', undefined]) {
  const { confidence, matches } = await registry.match({ ...input, licence }, { explain: true, minConfidence: 0 })
  const compared = matches[0]?.explanation?.comparisons.find(({ name }) => name === 'licence')
  const change = confidence > before ? 'up' : confidence < before ? 'down' : 'as before'
  console.log(`licence ${compared?.level}: ${compared?.bits} bits, confidence ${change}`)
}
await registry.close()
