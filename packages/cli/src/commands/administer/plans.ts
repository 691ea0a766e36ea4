import { defined } from '@utpid/core/storage'
import { type Command, command } from '../../command/command.ts'
import { flag, integer, one, text } from '../../command/option.ts'
import { limitText } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'

const MAX_COUNT = 1_000_000_000
const MAX_BATCH = 1_000_000
const NEW_BATCH = 100

export const PLANS: readonly Command[] = [
  command({
    name: 'plans',
    about: 'List the plans of a service.',
    on: 'accounts',
    run: ({ accounts }) => accounts.plans(),
    text: (plans) =>
      table(
        ['id', 'name', 'calls a month', 'burst', 'batch', 'webhooks', 'jobs', 'limits of keys'],
        plans.map(({ id, name, callsPerMonth, burstPerSecond, batchSize, webhooks, jobs, keyLimits }) => [
          id,
          name,
          ...[callsPerMonth, burstPerSecond, batchSize, webhooks, jobs].map(limitText),
          keyLimits ? 'yes' : 'no',
        ]),
      ),
  }),
  command({
    name: 'plans set',
    about: 'Create a plan, or change the given values of one for all its accounts.',
    on: 'accounts',
    arguments: { id: one('') },
    options: {
      name: text('name', 'name of the plan'),
      calls: integer('n', 'calls a month', 0, MAX_COUNT),
      burst: integer('n', 'requests a second', 1, MAX_BATCH),
      batch: integer('n', 'maximum inputs of a batch (default for a new plan: 100)', 1, MAX_BATCH),
      webhooks: integer('n', 'webhooks', 0, MAX_COUNT),
      keys: integer('n', 'keys', 0, MAX_COUNT),
      jobs: integer('n', 'concurrent jobs', 1, MAX_COUNT),
      keyLimits: flag('allow limits of single keys'),
      noKeyLimits: flag('forbid limits of single keys'),
    },
    async run({ accounts, given: { id, calls, burst, batch, noKeyLimits: _, ...values } }) {
      const before = (await accounts.plans()).find((each) => each.id === id)
      return accounts.putPlan({
        ...(before ?? { id, name: id, batchSize: NEW_BATCH, keyLimits: false }),
        ...values,
        ...defined({ callsPerMonth: calls, burstPerSecond: burst, batchSize: batch }),
      })
    },
    text: ({ id, name, callsPerMonth }) => `${id}  ${name}, ${limitText(callsPerMonth)} calls a month\n`,
  }),
]
