import { defined } from '@utpid/core/storage'
import type { Account } from '@utpid/service/internal'
import { type Command, command } from '../../command/command.ts'
import { byDefault, flag, one, text } from '../../command/option.ts'
import { dayText } from '../../text/moment-text.ts'
import { limitText } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'

export const ACCOUNTS: readonly Command[] = [
  command({
    name: 'accounts',
    about: 'List the accounts of the service of a registry.',
    on: 'accounts',
    run: async ({ accounts }) => (await accounts.accounts()).map(shown),
    async text(list, { accounts }) {
      // A key that may read accounts may lack the permission to read plans: --json does not need them.
      const plans = new Map((await accounts.plans()).map((plan) => [plan.id, plan]))
      return table(
        [
          'id',
          { title: 'name', maxColumns: 40 },
          'plan',
          { title: 'calls a month', align: 'right' },
          'status',
          'since',
        ],
        list.map(({ id, name, plan, status, createdAt }) => [
          id,
          name,
          plan,
          limitText(plans.get(plan)?.callsPerMonth),
          status,
          dayText(createdAt),
        ]),
      )
    },
  }),
  command({
    name: 'accounts create',
    about: 'Create an account; create its first key with "utpid keys create".',
    on: 'accounts',
    arguments: { name: one('') },
    options: { plan: byDefault(text('id', 'its plan'), 'enterprise') },
    run: async ({ accounts, given }) => shown(await accounts.createAccount(given)),
    text: ({ id, name, plan }) => `${id}  ${name}, on plan ${plan}\n`,
  }),
  command({
    name: 'accounts set',
    about: 'Change the plan of an account, or suspend or activate the account.',
    on: 'accounts',
    arguments: { id: one('') },
    options: {
      plan: text('id', 'another plan'),
      suspend: flag('reject all requests of the account'),
      activate: flag('accept requests again'),
    },
    async run({ accounts, given: { id, suspend, activate, ...change } }) {
      const status = suspend === true ? ('suspended' as const) : activate === true ? ('active' as const) : undefined
      return shown(await accounts.updateAccount(id, { ...change, ...defined({ status }) }))
    },
    text: ({ id, name, plan, status }) => `${id}  ${name}, ${status}, on plan ${plan}\n`,
  }),
]

/** Fields in the same order, from a folder and over HTTP. */
function shown({ id, name, plan, status, apiVersion, operator, createdAt }: Account): Account {
  return { id, name, plan, status, apiVersion, ...defined({ operator }), createdAt }
}
