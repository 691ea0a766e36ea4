import { usageError } from '../errors/cli-error.ts'
import { packagePlace } from './package-place.ts'
import { isRemote, remotePlace } from './remote/remote-place.ts'

const PROTOCOL = /^postgres(?:ql)?:\/\//i
/** The parameter of a database address that names the schema of the registry. */
const SCHEMA = 'schema'
/** With the value `false`, this parameter turns off prepared statements, for a pooler that does not support them. */
const PREPARE = 'prepare'

/** A registry in PostgreSQL. */
export interface PostgresPlace {
  readonly connectionString: string
  readonly schema?: string
  readonly prepare?: boolean
}

/** Returns whether the location of a registry is the address of a database, not a folder. */
export function isAddress(place: string): boolean {
  return PROTOCOL.test(place)
}

/** @throws {CliError} for an invalid address. Its message does not repeat the address, which may contain a password. */
export function postgresPlace(place: string): PostgresPlace {
  const url = parsed(place)
  const schema = url.searchParams.get(SCHEMA)
  const prepare = url.searchParams.get(PREPARE)
  if (prepare !== null && prepare !== 'true' && prepare !== 'false') {
    throw usageError('In the address of a database, prepare must be true or false.')
  }
  url.searchParams.delete(SCHEMA)
  url.searchParams.delete(PREPARE)
  return {
    connectionString: url.href,
    ...(schema === null ? {} : { schema }),
    ...(prepare === null ? {} : { prepare: prepare === 'true' }),
  }
}

/** Returns the location of a registry for output, without secrets. */
export function shownPlace(place: string): string {
  if (isRemote(place)) return remotePlace(place).baseUrl
  if (!isAddress(place)) return packagePlace(place).file
  const { protocol, username, host, pathname, searchParams } = parsed(place)
  const schema = searchParams.get(SCHEMA)
  const user = username === '' ? '' : `${username}@`
  return `${protocol}//${user}${host}${pathname}${schema === null ? '' : `?${SCHEMA}=${schema}`}`
}

function parsed(place: string): URL {
  try {
    return new URL(place)
  } catch {
    throw usageError(
      'This is not the address of a database; use one like postgres://user:password@host:5432/database?schema=utpid, with special characters of the password URL-encoded.',
    )
  }
}
