import { type Condition, parseWhere } from '@utpid/feed'

/** Which rows are read: those that meet the conditions for all feeds and those for their source. */
export interface FeedConditions {
  readonly all: readonly Condition[]
  readonly bySource: ReadonlyMap<string, readonly Condition[]>
}

/**
 * Reads conditions such as `city=PARIS`, for all feeds, and `SOURCE:city=PARIS`, for rows of one source only.
 *
 * @throws FeedError `invalid_condition`.
 */
export function parseFeedConditions(texts: readonly string[]): FeedConditions {
  const all: string[] = []
  const bySource = new Map<string, string[]>()
  for (const text of texts) {
    // Before the first `=`, so that a value may hold a colon.
    const [, source, condition] = /^([^:=!]+):(.*)$/s.exec(text) ?? []
    if (source === undefined || condition === undefined) all.push(text)
    else bySource.set(source, [...(bySource.get(source) ?? []), condition])
  }
  return {
    all: parseWhere(all),
    bySource: new Map([...bySource].map(([source, conditions]) => [source, parseWhere(conditions)])),
  }
}
