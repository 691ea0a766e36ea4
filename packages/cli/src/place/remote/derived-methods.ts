import type { Answers, Bodies, Client, Operations, Queries } from '@utpid/client'
import type { CallOptions } from '@utpid/core'
import { withLocalErrors } from './remote-error.ts'
import { callOf, orUndefinedIfGone } from './remote-reads.ts'

/** The body of an operation, else its query. */
type Sent<Name extends keyof Operations> = Name extends keyof Bodies
  ? Bodies[Name]
  : Name extends keyof Queries
    ? Queries[Name]
    : never

/** How one operation of a service answers a method of `Registry`: its arguments, then its options. */
interface Derivation<Name extends keyof Operations = keyof Operations> {
  readonly operation: Name
  /** Number of first arguments that are in the path. Default: 0. */
  readonly path?: number
  /** Fields of the body or query for the other arguments. */
  readonly parameters?: readonly (string & keyof Sent<Name>)[]
  /** Options that are sent, by their names. Others, such as the actor, concern only a local registry. */
  readonly options?: readonly (string & keyof Sent<Name>)[]
  /** Fields that are always the same. */
  readonly fixed?: Partial<Sent<Name>>
  /** Whether the method answers undefined for a missing product. */
  readonly isOptional?: boolean
  /** Converts the answer of the service to that of a local registry. */
  take?(answer: Answers[Name]): unknown
}

type Method = (...given: unknown[]) => Promise<unknown>

export function derivation<Name extends keyof Operations>(
  operation: Name,
  rest: Omit<Derivation<Name>, 'operation'>,
): Derivation {
  return { operation, ...rest } as unknown as Derivation
}

/** Makes the methods of a table. */
export function derivedMethods<Name extends string>(
  client: Client,
  address: string,
  table: Readonly<Record<Name, Derivation>>,
): Readonly<Record<Name, Method>> {
  const methods = Object.entries<Derivation>(table).map(([name, row]): [string, Method] => [
    name,
    (...given) => withLocalErrors(address, () => call(client, row, given)),
  ])
  return Object.fromEntries(methods) as Record<Name, Method>
}

async function call(client: Client, row: Derivation, given: readonly unknown[]): Promise<unknown> {
  const { operation, path = 0, parameters = [], options = [], fixed } = row
  const own = (given[path + parameters.length] ?? {}) as CallOptions & Readonly<Record<string, unknown>>
  const fields = {
    ...(fixed as object | undefined),
    ...Object.fromEntries(parameters.map((name, at) => [name, given[path + at]])),
    ...Object.fromEntries(options.map((name) => [name, own[name]])),
  }
  const hasFields = (row.parameters ?? row.options ?? fixed) !== undefined
  const ask = client[operation] as Method
  const asked = ask(...given.slice(0, path), ...(hasFields ? [fields] : []), callOf(own))
  const answer = await (row.isOptional === true ? orUndefinedIfGone(asked) : asked)
  return answer === undefined || row.take === undefined ? answer : row.take(answer as Answers[typeof operation])
}
