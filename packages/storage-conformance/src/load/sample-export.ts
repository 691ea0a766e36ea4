import { createRegistry, type Registry, type Storage } from '@utpid/core'
import type { ExportRow } from '@utpid/core/operations'

/** Names with every character that a row format may escape. */
const NAMES = ['Zephyr', 'Marlowe', 'Quill\\t', 'Solace "x"', 'Ember', 'Larkspur', 'アパホテル', 'Ünïcode 😀']
/** Records of three suppliers for eight hotels. */
export const FEW_HOTELS: readonly Readonly<Record<string, unknown>>[] = NAMES.flatMap((name, at) => {
  const location = { city: 'Paris', country: 'FR', coordinates: [48.86 + at / 100, 2.34] }
  const hotel = { category: 'hotel', location, phone: `+33 1 40 20 50 5${at}` }
  const details = {
    description: `${name}\t"by the river"\n\\ アパ 😀`,
    images: [{ url: `https://img.example/${at}.jpg` }],
  }
  return [
    { supplier: 'alpha', code: `A\n${at}\\`, name: `Hotel ${name}`, ...hotel },
    { supplier: 'beta', code: `B${at}${at === 1 ? 'x'.repeat(200) : ''}`, name: `${name} Paris`, ...hotel, ...details },
    { supplier: 'gamma', code: `C${at}`, name: `Hotel ${name} Annex`, ...hotel },
  ]
})

/** Enough hotels for several batches of lines, so that threads are used. */
export const MANY_HOTELS: readonly Readonly<Record<string, unknown>>[] = Array.from({ length: 900 }, (_, at) => ({
  supplier: at % 3 === 0 ? 'alpha' : 'beta',
  code: `A\t${at}`,
  name: `Hotel ${at % 7 === 0 ? 'アパ' : 'Zephyr'} ${String.fromCharCode(97 + (at % 26))}${at.toString(36)} 😀`,
  category: 'hotel',
  location: { city: `City ${at % 40}`, country: 'FR', coordinates: [43 + at / 250, 2 + (at % 40) / 10] },
  ...(at % 2 === 0 ? {} : { description: `Number ${at}\n`, roomTypes: [{ name: 'Double\\t' }] }),
}))

/** Creates a registry with a few hotels. Some are merged, verified or have an alias. */
export async function sampleRegistry(storage: Storage): Promise<Registry> {
  const registry = await createRegistry({ storage })
  await registry.import(FEW_HOTELS)
  await decide(registry, 'hotel')
  return registry
}

/** Returns the rows of an export, parsed. */
export async function exportedRows(registry: Registry): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for await (const row of registry.export()) rows.push(JSON.parse(JSON.stringify(row)))
  return rows
}

/** Returns an export of many hotels. Concurrent writes cause duplicate rows in the export. */
export async function linesWithDuplicates(storage: Storage): Promise<string[]> {
  const registry = await createRegistry({ storage })
  await registry.import(MANY_HOTELS)
  await decide(registry, 'zephyr')
  const lines: string[] = []
  for await (const row of registry.export()) {
    lines.push(JSON.stringify(row))
    if (lines.length !== 2_500) continue
    await registry.import(MANY_HOTELS.slice(0, 60).map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
    const [gone] = (await registry.search('grand')).products
    await registry.delete(gone?.utpid as string, { actor: 'ann' })
  }
  return lines
}

async function decide(registry: Registry, text: string): Promise<void> {
  const { products } = await registry.search(text, { limit: 9 })
  const [one, other, third] = products.map(({ utpid }) => utpid) as [string, string, string]
  await registry.merge(one, other, { actor: 'ann' })
  await registry.verify(third, { actor: 'ann', method: 'manual' })
  await registry.storeConcordance('vendor', [
    ...FEW_HOTELS.map(({ supplier, code }, at) => ({ supplier: `${supplier}`, code: `${code}`, set: `${at}\t"` })),
    { supplier: 'alpha', code: 'unknown\n"', set: '1' },
    { supplier: 'alpha', code: 'unknown\n"', set: '2' },
  ])
  await registry.addAliases([{ alias: 'old\t1', utpid: third }])
}
