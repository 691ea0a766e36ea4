import { defined } from '@utpid/core/storage'
import type { InvitedMember, Role } from '@utpid/service/internal'
import { type Call, type Command, command } from '../../command/command.ts'
import { byDefault, flag, one, required, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { table } from '../../text/table.ts'
import { ACCOUNT_OPTION } from './account-option.ts'

export const MEMBERS: readonly Command[] = [
  command({
    name: 'members',
    about: 'List the members of an account.',
    on: 'accounts',
    options: { ...ACCOUNT_OPTION },
    run: ({ accounts, given }) => accounts.members(given.account),
    text: (members) =>
      table(
        ['id', 'name', 'e-mail', 'role', 'status'].map((title) => ({ title, maxColumns: 60 })),
        members.map(({ id, name, email, role, status }) => [id, name, email, role, status]),
      ),
  }),
  command({
    name: 'members invite',
    about: 'Invite a person; the text of the invitation is shown only once.',
    on: 'accounts',
    arguments: { email: one('') },
    options: {
      name: required(text('name', 'name of the person')),
      role: byDefault(text('role', 'owner, admin, reviewer, developer, analyst or viewer'), 'viewer'),
      ...ACCOUNT_OPTION,
    },
    run: async ({ accounts, given: { account, name, email, role } }) =>
      invited(await accounts.inviteMember(account, { name, email, role: role as Role })),
    text: invitedText,
  }),
  command({
    name: 'members link',
    about: 'Create a new link for a member; earlier links become invalid.',
    on: 'accounts',
    arguments: { id: one('') },
    options: { ...ACCOUNT_OPTION },
    run: async ({ accounts, given: { account, id } }) => invited(await accounts.linkMember(account, id)),
    text: invitedText,
  }),
  command({
    name: 'members set',
    about: 'Change the name or role of a member, or disable or enable the member.',
    on: 'accounts',
    arguments: { id: one('') },
    options: {
      name: text('name', 'another name'),
      role: text('role', 'another role'),
      disable: flag('disable the member'),
      enable: flag('enable the member again'),
      ...ACCOUNT_OPTION,
    },
    check({ disable, enable }) {
      if (disable === true && enable === true) throw usageError('Use either --disable or --enable.')
    },
    run({ accounts, given: { account, id, name, role, disable, enable } }) {
      const status = disable === true ? ('disabled' as const) : enable === true ? ('active' as const) : undefined
      return accounts.updateMember(account, id, defined({ name, role: role as Role | undefined, status }))
    },
    text: ({ id, name, role, status }) => `${id}  ${name}, ${role}, ${status}\n`,
  }),
  command({
    name: 'members remove',
    about: 'Remove a member and the keys assigned to the member.',
    on: 'accounts',
    arguments: { id: one('') },
    options: { ...ACCOUNT_OPTION },
    async run({ accounts, given: { account, id } }) {
      await accounts.removeMember(account, id)
      return { id, removed: true }
    },
    text: ({ id }) => `${id} is removed.\n`,
  }),
]

interface Invited {
  readonly id: string
  readonly text: string
  readonly expiresAt: string
}

function invited({ member, text: link, expiresAt }: InvitedMember): Invited {
  return { id: member.id, text: link, expiresAt }
}

async function invitedText({ text: link, expiresAt }: Invited, { io }: Call): Promise<string> {
  await io.stderr.line(`It is shown only once, and valid until ${expiresAt}:`)
  return `${link}\n`
}
