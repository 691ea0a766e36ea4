import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { isRemote, remotePlace } from './remote/remote-place.ts'
import { snapshotPlace } from './snapshot-place.ts'

const PROTOCOL = /^postgres(?:ql)?:\/\//i
/** The part of an address that says in which schema of its database a registry is. */
const SCHEMA = 'schema'
/** The part that says, by `false`, that a pooler between keeps no prepared statements. */
const PREPARE = 'prepare'

/** A registry in PostgreSQL. */
export interface PostgresPlace {
  readonly connectionString: string
  readonly schema?: string
  readonly prepare?: boolean
}

/** Whether a registry is named by the address of a database, not by a folder. */
export function isAddress(place: string): boolean {
  return PROTOCOL.test(place)
}

/** @throws {CliError} for what is no address. Its message does not repeat it: there may be a password in it. */
export function postgresPlace(place: string): PostgresPlace {
  const url = parsed(place)
  const schema = url.searchParams.get(SCHEMA)
  const prepare = url.searchParams.get(PREPARE)
  if (prepare !== null && prepare !== 'true' && prepare !== 'false') {
    throw new CliError(EXIT.usage, 'In the address of a database, prepare is true or false.')
  }
  url.searchParams.delete(SCHEMA)
  url.searchParams.delete(PREPARE)
  return {
    connectionString: url.href,
    ...(schema === null ? {} : { schema }),
    ...(prepare === null ? {} : { prepare: prepare === 'true' }),
  }
}

/** A place as it may be shown: without what only its owner should know. */
export function shownPlace(place: string): string {
  if (isRemote(place)) return remotePlace(place).baseUrl
  if (!isAddress(place)) return snapshotPlace(place).file
  const { protocol, username, host, pathname, searchParams } = parsed(place)
  const schema = searchParams.get(SCHEMA)
  const user = username === '' ? '' : `${username}@`
  return `${protocol}//${user}${host}${pathname}${schema === null ? '' : `?${SCHEMA}=${schema}`}`
}

function parsed(place: string): URL {
  try {
    return new URL(place)
  } catch {
    throw new CliError(
      EXIT.usage,
      'That is no address of a database; give one like postgres://user:password@host:5432/database?schema=utpid, with other signs of a password written as in a URL.',
    )
  }
}
