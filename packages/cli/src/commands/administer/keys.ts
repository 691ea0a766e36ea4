import type { ScopePattern } from '@utpid/service/internal'
import type { Command } from 'commander'
import type { CreatedKey } from '../../administration/administration.ts'
import { withAdministration } from '../../administration/with-administration.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { table } from '../../text/table.ts'

const MAX_OVERLAP = 2_592_000
const MAX_BURST = 1_000_000

interface Flags extends DataFlags, JsonFlags {
  readonly account?: string
}

interface CreateFlags extends Flags {
  readonly scopes: string
  readonly suppliers?: string
  readonly burst?: number
  readonly expires?: string
}

export function addKeysCommand(program: Command, io: Io): void {
  const keys = program.command('keys').description('List the keys of an account.')
  addOptions(keys).action((flags: Flags) => listKeys(flags, io))
  const create = keys.command('create <name>').description('Create a key; its text is shown only once.')
  create
    .option('--scopes <list>', 'permissions, for example registry:read,registry:match', '*')
    .option('--suppliers <list>', 'restrict registry:write to records of these suppliers')
    .option('--burst <n>', 'its own limit of requests a second', wholeNumber(1, MAX_BURST))
    .option('--expires <time>', 'expiry time, ISO 8601')
  addOptions(create).action((name: string, _flags: Flags, own: Command) => createKey(name, own.optsWithGlobals(), io))
  const rotate = keys
    .command('rotate <id>')
    .description('Give a key a new text; the previous text stays valid for a while.')
  rotate.option('--overlap <seconds>', 'validity of the previous text', wholeNumber(0, MAX_OVERLAP))
  addOptions(rotate).action((id: string, _flags: Flags, own: Command) => rotateKey(id, own.optsWithGlobals(), io))
  const revoke = keys.command('revoke <id>').description('Revoke a key permanently, with immediate effect.')
  addOptions(revoke).action((id: string, _flags: Flags, own: Command) => revokeKey(id, own.optsWithGlobals(), io))
}

function addOptions(command: Command): Command {
  return addCommonOptions(
    command.option('--account <id>', 'the account (default: the only one; with --remote the account of the key)'),
  )
}

async function listKeys(flags: Flags, io: Io): Promise<void> {
  const keys = await withAdministration(flags.data, io, (each) => each.keys(flags.account))
  if (flags.json === true) return await io.stdout.json(keys)
  const rows = keys.map(({ id, name, start, scopes, state, lastUsedAt }) => [
    id,
    name,
    `${start}...`,
    state,
    lastUsedAt?.slice(0, 'yyyy-mm-ddThh:mm'.length) ?? 'never',
    scopes.join(' '),
  ])
  const titles = ['id', 'name', 'begins', 'state', 'last used', 'scopes']
  await io.stdout.write(
    table(
      titles.map((title) => ({ title, most: 60 })),
      rows,
    ),
  )
}

async function createKey(name: string, flags: CreateFlags, io: Io): Promise<void> {
  const { scopes, suppliers, burst, expires } = flags
  const made = await withAdministration(flags.data, io, (each) =>
    each.createKey(flags.account, {
      name,
      scopes: listed(scopes) as ScopePattern[],
      ...(suppliers === undefined ? {} : { suppliers: listed(suppliers) }),
      ...(burst === undefined ? {} : { burstPerSecond: burst }),
      ...(expires === undefined ? {} : { expiresAt: expires }),
    }),
  )
  await showCreated(made, flags, io)
}

async function rotateKey(id: string, flags: Flags & { overlap?: number }, io: Io): Promise<void> {
  const rotation = flags.overlap === undefined ? {} : { overlapSeconds: flags.overlap }
  const made = await withAdministration(flags.data, io, (each) => each.rotateKey(flags.account, id, rotation))
  await showCreated(made, flags, io)
}

async function revokeKey(id: string, flags: Flags, io: Io): Promise<void> {
  const key = await withAdministration(flags.data, io, (each) => each.revokeKey(flags.account, id))
  if (flags.json === true) await io.stdout.json({ id: key.id, revokedAt: key.revokedAt })
  else await io.stdout.line(`${key.name} (${key.start}...) is revoked.`)
}

async function showCreated(made: CreatedKey, flags: Flags, io: Io): Promise<void> {
  if (flags.json === true) return await io.stdout.json({ id: made.key.id, text: made.text })
  await io.stderr.line('It is shown only once:')
  await io.stdout.line(made.text)
}

function listed(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}
