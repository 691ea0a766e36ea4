import type { SearchCircle, TermCondition, TermGroup } from '../../storage/search-query.ts'

/**
 * Returns the JSON of everything that affects the order of results. A cursor is valid only for equal JSON. So the
 * output must stay the same in all versions; otherwise, cursors of clients become invalid.
 */
export function searchIdentity(
  tiers: readonly TermCondition[],
  filters: readonly TermGroup[],
  near: SearchCircle | undefined,
): string {
  return `[${tiersJson(tiers)},${JSON.stringify(filters)},${JSON.stringify(near ?? null)}]`
}

/** Returns the same output as `JSON.stringify`, but serialises each group only once, since most tiers contain it. */
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
