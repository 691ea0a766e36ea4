import type { SearchCircle, TermCondition, TermGroup } from '../../storage/search-query.ts'

/**
 * Serialises everything that the order of results depends on, as JSON: cursors are bound to it. The output must stay
 * the same in all versions, or issued cursors become invalid.
 */
export function searchIdentity(
  tiers: readonly TermCondition[],
  filters: readonly TermGroup[],
  near: SearchCircle | undefined,
): string {
  return `[${tiersJson(tiers)},${JSON.stringify(filters)},${JSON.stringify(near ?? null)}]`
}

/** As `JSON.stringify` writes them; a group occurs in most tiers and is serialised once. */
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
  const tierJson = ({ groups, minShouldMatch }: TermCondition): string =>
    `{"groups":[${groups.map(groupJson).join(',')}]${minShouldMatch === undefined ? '' : `,"atLeast":${minShouldMatch}`}}`
  return `[${tiers.map(tierJson).join(',')}]`
}
