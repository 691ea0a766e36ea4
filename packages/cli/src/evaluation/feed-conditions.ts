import { type Condition, parseWhere } from '@utpid/feed'

/** Conditions for rows of all feeds, and conditions for rows of one source. */
export interface FeedConditions {
  readonly all: readonly Condition[]
  readonly bySource: ReadonlyMap<string, readonly Condition[]>
}

/**
 * Parses conditions such as `city=PARIS` for all feeds, and `SOURCE:city=PARIS` for rows of one source.
 *
 * @throws FeedError `invalid_condition`.
 */
export function parseFeedConditions(texts: readonly string[]): FeedConditions {
  const all: string[] = []
  const bySource = new Map<string, string[]>()
  for (const text of texts) {
    // Look for the colon only before the first `=`, since a value may contain a colon.
    const [, source, condition] = /^([^:=!]+):(.*)$/s.exec(text) ?? []
    if (source === undefined || condition === undefined) all.push(text)
    else bySource.set(source, [...(bySource.get(source) ?? []), condition])
  }
  return {
    all: parseWhere(all),
    bySource: new Map([...bySource].map(([source, conditions]) => [source, parseWhere(conditions)])),
  }
}
