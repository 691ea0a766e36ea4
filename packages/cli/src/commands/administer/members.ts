import type { InvitedMember, MemberChange, Role } from '@utpid/service/internal'
import type { Command } from 'commander'
import { withAdministration } from '../../administration/with-administration.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { table } from '../../text/table.ts'

interface Flags extends DataFlags, JsonFlags {
  readonly account?: string
}

interface SetFlags extends Flags {
  readonly role?: string
  readonly name?: string
  readonly disable?: boolean
  readonly enable?: boolean
}

export function addMembersCommand(program: Command, io: Io): void {
  const members = program.command('members').description('List the members of an account.')
  addOptions(members).action((flags: Flags) => listMembers(flags, io))
  const invite = members
    .command('invite <email>')
    .description('Invite a person; the text of the invitation is shown only once.')
    .requiredOption('--name <name>', 'name of the person')
    .option('--role <role>', 'owner, admin, reviewer, developer, analyst or viewer', 'viewer')
  addOptions(invite).action(async (email: string, _flags: Flags, own: Command) => {
    const { name, role, ...flags } = own.optsWithGlobals<Flags & { name: string; role: string }>()
    const invited = await withAdministration(flags.data, io, (each) =>
      each.inviteMember(flags.account, { name, email, role: role as Role }),
    )
    await showInvited(invited, flags, io)
  })
  const link = members.command('link <id>').description('Create a new link for a member; earlier links become invalid.')
  addOptions(link).action(async (id: string, _flags: Flags, own: Command) => {
    const flags = own.optsWithGlobals<Flags>()
    const invited = await withAdministration(flags.data, io, (each) => each.linkMember(flags.account, id))
    await showInvited(invited, flags, io)
  })
  const set = members
    .command('set <id>')
    .description('Change the name or role of a member, or disable or enable the member.')
    .option('--name <name>', 'another name')
    .option('--role <role>', 'another role')
    .option('--disable', 'disable the member')
    .option('--enable', 'enable the member again')
  addOptions(set).action((id: string, _flags: Flags, own: Command) => setMember(id, own.optsWithGlobals(), io))
  const remove = members.command('remove <id>').description('Remove a member and the keys assigned to the member.')
  addOptions(remove).action(async (id: string, _flags: Flags, own: Command) => {
    const flags = own.optsWithGlobals<Flags>()
    await withAdministration(flags.data, io, (each) => each.removeMember(flags.account, id))
    if (flags.json === true) await io.stdout.json({ id, removed: true })
    else await io.stdout.line(`${id} is removed.`)
  })
}

function addOptions(command: Command): Command {
  return addCommonOptions(
    command.option('--account <id>', 'the account (default: the only one; with --remote the account of the key)'),
  )
}

async function listMembers(flags: Flags, io: Io): Promise<void> {
  const members = await withAdministration(flags.data, io, (each) => each.members(flags.account))
  if (flags.json === true) return await io.stdout.json(members)
  const rows = members.map(({ id, name, email, role, status }) => [id, name, email, role, status])
  const titles = ['id', 'name', 'e-mail', 'role', 'status']
  await io.stdout.write(
    table(
      titles.map((title) => ({ title, most: 60 })),
      rows,
    ),
  )
}

async function setMember(id: string, { name, role, disable, enable, ...flags }: SetFlags, io: Io): Promise<void> {
  if (disable === true && enable === true) throw new CliError(EXIT.usage, 'Use either --disable or --enable.')
  const change: MemberChange = {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role: role as Role }),
    ...(disable === true ? { status: 'disabled' } : {}),
    ...(enable === true ? { status: 'active' } : {}),
  }
  const member = await withAdministration(flags.data, io, (each) => each.updateMember(flags.account, id, change))
  if (flags.json === true) await io.stdout.json(member)
  else await io.stdout.line(`${member.id}  ${member.name}, ${member.role}, ${member.status}`)
}

async function showInvited({ member, text, expiresAt }: InvitedMember, flags: Flags, io: Io): Promise<void> {
  if (flags.json === true) return await io.stdout.json({ id: member.id, text, expiresAt })
  await io.stderr.line(`It is shown only once, and valid until ${expiresAt}:`)
  await io.stdout.line(text)
}
