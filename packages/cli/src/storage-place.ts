import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-codes.ts'

const PROTOCOL = /^postgres(?:ql)?:\/\//i
/** The part of an address that says in which schema of its database a registry is. */
const SCHEMA = 'schema'

/** A registry in PostgreSQL. */
export interface PostgresPlace {
  readonly connectionString: string
  readonly schema?: string
}

/** Whether a registry is named by the address of a database, not by a folder. */
export function isAddress(place: string): boolean {
  return PROTOCOL.test(place)
}

/** @throws {CliError} for what is no address. Its message does not repeat it: there may be a password in it. */
export function postgresPlace(place: string): PostgresPlace {
  const url = parsed(place)
  const schema = url.searchParams.get(SCHEMA)
  url.searchParams.delete(SCHEMA)
  return { connectionString: url.href, ...(schema === null ? {} : { schema }) }
}

/** A place as it may be shown: without what only its owner should know. */
export function shownPlace(place: string): string {
  if (!isAddress(place)) return place
  const { protocol, username, host, pathname, searchParams } = parsed(place)
  const schema = searchParams.get(SCHEMA)
  const user = username === '' ? '' : `${username}@`
  return `${protocol}//${user}${host}${pathname}${schema === null ? '' : `?${SCHEMA}=${schema}`}`
}

/** Lets `--storage`, or `UTPID_STORAGE` in the environment, stand for `--data`. */
export function takeStorage(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  const source = command.getOptionValueSourceWithGlobals('data')
  if (source === undefined) return
  // Of a command within another one, either may have been given it.
  const { storage: given } = command.optsWithGlobals<{ readonly storage?: string }>()
  if (given !== undefined && source !== 'default') {
    throw new CliError(EXIT.usage, 'Give either --data or --storage: each names the registry.')
  }
  const storage = given ?? (source === 'default' ? env.UTPID_STORAGE : undefined)
  if (storage === undefined || storage === '') return
  for (let each: Command | null = command; each !== null; each = each.parent) {
    if (each.getOptionValueSource('data') !== undefined) each.setOptionValueWithSource('data', storage, 'cli')
  }
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
