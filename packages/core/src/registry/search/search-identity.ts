import type { SearchCircle, TermCondition, TermGroup } from '../../storage/search-query.ts'

/**
 * Everything that the order of an answer depends on, as JSON: what a cursor is bound to. Of every version the same, or cursors
 * that were given out are refused.
 */
export function searchIdentity(
  tiers: readonly TermCondition[],
  filters: readonly TermGroup[],
  near: SearchCircle | undefined,
): string {
  return `[${tiersJson(tiers)},${JSON.stringify(filters)},${JSON.stringify(near ?? null)}]`
}

/** As `JSON.stringify` writes them; a group stands in most of the tiers, and is written once. */
function tiersJson(tiers: readonly TermCondition[]): string {
  const written = new Map<TermGroup, string>()
  const groupJson = (group: TermGroup): string => {
    let json = written.get(group)
    if (json === undefined) {
      json = JSON.stringify(group)
      written.set(group, json)
    }
    return json
  }
  const tierJson = ({ groups, atLeast }: TermCondition): string =>
    `{"groups":[${groups.map(groupJson).join(',')}]${atLeast === undefined ? '' : `,"atLeast":${atLeast}`}}`
  return `[${tiers.map(tierJson).join(',')}]`
}
