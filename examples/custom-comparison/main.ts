/**
 * A custom comparison of licence numbers, which suppliers of one region send in `extra`. The comparison returns a
 * level; the order of the two records does not matter. The level is `unknown` if a record has no licence number. The
 * bits of the level are added to the registry's match weight, and the sum gives a new confidence.
 *
 * The comparison applies to the results of `match`. It does not change which records the registry links at import.
 */
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type MatchInput, type SupplierRecord } from '@utpid/core'

type Level = 'same' | 'other' | 'unknown'

/**
 * Bits by level. The bits are the log2 of a ratio: how much more often the level occurs for two records of one hotel.
 */
const BITS: Readonly<Record<Level, number>> = { same: 8, other: -6, unknown: 0 }

function licenceOf({ extra }: Pick<MatchInput, 'extra'> | SupplierRecord): string | undefined {
  const licence = extra?.licence
  return typeof licence === 'string' ? licence.replace(/\W/g, '').toUpperCase() : undefined
}

function compareLicence(left: Pick<MatchInput, 'extra'>, right: SupplierRecord): Level {
  const [one, other] = [licenceOf(left), licenceOf(right)]
  if (one === undefined || other === undefined) return 'unknown'
  return one === other ? 'same' : 'other'
}

const registry = await createRegistry({ storage: createMemoryStorage() })
await registry.import([
  {
    supplier: 'bedbank',
    code: '1',
    name: 'Casa Azul',
    category: 'apartment',
    location: { city: 'Palma', coordinates: [39.5701, 2.6512] },
    extra: { licence: 'ETV/1234' },
  },
])

for (const licence of ['etv 1234', 'ETV/9999', undefined]) {
  const input: MatchInput = {
    name: 'Casa Azul',
    category: 'apartment',
    location: { city: 'Palma', coordinates: [39.5716, 2.6532] },
    ...(licence !== undefined && { extra: { licence } }),
  }
  const [match] = (await registry.match(input, { explain: true })).matches
  const record = match && (await registry.get(match.utpid))?.records[0]?.record
  if (match?.explanation === undefined || record === undefined) continue
  const level = compareLicence(input, record)
  const weight = match.explanation.weight + BITS[level]
  const confidence = 1 / (1 + 2 ** -weight)
  const change = confidence > match.confidence ? 'up' : confidence < match.confidence ? 'down' : 'as before'
  console.log(`licence ${level}: ${BITS[level]} bits, confidence ${level === 'unknown' ? 'as before' : change}`)
}
await registry.close()
