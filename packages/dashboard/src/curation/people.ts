import { api } from '../data/api/api.ts'
import { may } from '../data/api/session.ts'
import { useRequest } from '../data/hooks/use-request.ts'

/** Returns a function that shows the author of a decision: the name of a member or key, if this session may see it. */
export function usePeople(): (actor: string) => string {
  const { data } = useRequest(readNames, 'people')
  return (actor) => data?.get(idOf(actor) ?? '') ?? shortActor(actor)
}

/** Reads the names of members and keys that the session may see. */
async function readNames(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const none = { results: [] }
  const [members, keys] = await Promise.all([
    may('team:read') ? api.members({ signal }).catch(() => none) : none,
    may('keys:read') ? api.keys({ signal }).catch(() => none) : none,
  ])
  return new Map([
    ...members.results.map(({ id, name }) => [id, name] as const),
    ...keys.results.map(({ id, name }) => [id, `key “${name}”`] as const),
  ])
}

function idOf(actor: string): string | undefined {
  return /(?:^|\/)(?:key|member):([^/]+)$/.exec(actor)?.[1]
}

/** Shortens `ACCOUNT/key:ID` to the end of the id, which identifies the author well enough. */
export function shortActor(actor: string): string {
  const [, kind, id] = /(?:^|\/)(key|member):([^/]+)$/.exec(actor) ?? []
  return kind === undefined || id === undefined ? actor : `${kind} …${id.slice(-6)}`
}
