import type { RecordFeatures } from '@utpid/core/scoring'

const FIELDS = ['coordinates', 'address', 'postcode', 'city', 'phone', 'web'] as const

/** Returns the fields that both records have, such as `coordinates+address`; `name` if they share no such field. */
export function fieldPattern(left: RecordFeatures, right: RecordFeatures): string {
  const shared = FIELDS.filter((field) => left[field] !== undefined && right[field] !== undefined)
  return shared.length === 0 ? 'name' : shared.join('+')
}

/** Groups items by pattern, largest group first. Groups of fewer items than the minimum are left out. */
export function byPattern<Item extends { readonly pattern: string }>(
  items: readonly Item[],
  min: number,
): [pattern: string, items: readonly Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.pattern)
    if (group === undefined) groups.set(item.pattern, [item])
    else group.push(item)
  }
  const large = [...groups].filter(([, group]) => group.length >= min)
  return large.sort(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1))
}
