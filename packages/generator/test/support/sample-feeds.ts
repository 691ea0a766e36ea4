import { type GeneratedFeeds, type GeneratedRecord, generateFeeds } from '../../src/index.ts'

/** The feeds of most tests: the default size, one seed. */
export const FEEDS: GeneratedFeeds = generateFeeds({ seed: 20_261 })

export const RECORDS: readonly GeneratedRecord[] = [...FEEDS.records]

export function recordsOfSupplier(id: string): readonly GeneratedRecord[] {
  return RECORDS.filter(({ source }) => source === id)
}

/** Returns the share of items for which a condition holds, 0 to 1. */
export function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length
}

/** Returns the value below which a fraction of the numbers lies. */
export function quantile(numbers: readonly number[], fraction: number): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * fraction)] ?? Number.NaN
}

/** Groups items by key. */
export function groupsOf<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}
