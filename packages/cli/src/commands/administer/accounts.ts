import type { Account, AccountChange } from '@utpid/service/internal'
import type { Command } from 'commander'
import { withAdministration } from '../../administration/with-administration.ts'
import { addCommonOptions, type DataFlags, type JsonFlags } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { table } from '../../text/table.ts'

type Flags = DataFlags & JsonFlags

export function addAccountsCommand(program: Command, io: Io): void {
  const command = program.command('accounts').description('List the accounts of the service of a registry.')
  addCommonOptions(command).action((flags: Flags) => listAccounts(flags, io))
  const create = command
    .command('create <name>')
    .description('Create an account; create its first key with "utpid keys create".')
  addCommonOptions(create.option('--plan <id>', 'its plan', 'enterprise')).action(
    async (name: string, _flags: Flags & { plan: string }, own: Command) => {
      const { plan, ...flags } = own.optsWithGlobals<Flags & { plan: string }>()
      const account = await withAdministration(flags.data, io, (each) => each.createAccount({ name, plan }))
      if (flags.json === true) await io.stdout.json(shown(account))
      else await io.stdout.line(`${account.id}  ${account.name}, on plan ${account.plan}`)
    },
  )
  const set = command
    .command('set <id>')
    .description('Change the plan of an account, or suspend or activate the account.')
  const options = set
    .option('--plan <id>', 'another plan')
    .option('--suspend', 'reject all requests of the account')
    .option('--activate', 'accept requests again')
  addCommonOptions(options).action(async (id: string, _flags: Flags, own: Command) => {
    const { plan, suspend, activate, ...flags } = own.optsWithGlobals<
      Flags & { plan?: string; suspend?: boolean; activate?: boolean }
    >()
    const change: AccountChange = {
      ...(plan === undefined ? {} : { plan }),
      ...(activate === true ? { status: 'active' } : {}),
      ...(suspend === true ? { status: 'suspended' } : {}),
    }
    const account = await withAdministration(flags.data, io, (each) => each.updateAccount(id, change))
    if (flags.json === true) await io.stdout.json(shown(account))
    else await io.stdout.line(`${account.id}  ${account.name}, ${account.status}, on plan ${account.plan}`)
  })
}

async function listAccounts({ data, json }: Flags, io: Io): Promise<void> {
  const { accounts, plans } = await withAdministration(data, io, async (each) => ({
    accounts: await each.accounts(),
    // A key that may read accounts may lack the permission to read plans.
    plans: new Map(json === true ? [] : (await each.plans()).map((plan) => [plan.id, plan])),
  }))
  if (json === true) return await io.stdout.json(accounts.map(shown))
  const rows = accounts.map(({ id, name, plan, status, createdAt }) => {
    const calls = plans.get(plan)?.callsPerMonth
    return [id, name, plan, calls === undefined ? 'any' : calls.toLocaleString('en'), status, createdAt.slice(0, 10)]
  })
  const columns = [
    { title: 'id' },
    { title: 'name', most: 40 },
    { title: 'plan' },
    { title: 'calls a month', align: 'right' as const },
    { title: 'status' },
    { title: 'since' },
  ]
  await io.stdout.write(table(columns, rows))
}

/** Fields in the same order, from a folder and over HTTP. */
function shown({ id, name, plan, status, apiVersion, operator, createdAt }: Account): Account {
  return { id, name, plan, status, apiVersion, ...(operator === undefined ? {} : { operator }), createdAt }
}
