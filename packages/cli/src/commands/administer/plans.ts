import type { Plan } from '@utpid/service/internal'
import type { Command } from 'commander'
import { withAdministration } from '../../administration/with-administration.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import type { Io } from '../../io/io.ts'
import { table } from '../../text/table.ts'

type Flags = DataFlags & JsonFlags

interface SetFlags extends DataFlags, JsonFlags {
  readonly name?: string
  readonly calls?: number
  readonly burst?: number
  readonly batch?: number
  readonly webhooks?: number
  readonly keys?: number
  readonly jobs?: number
  readonly keyLimits?: boolean
}

const MAX_COUNT = 1_000_000_000
const MAX_BATCH = 1_000_000

export function addPlansCommand(program: Command, io: Io): void {
  const plans = program.command('plans').description('List the plans of a service.')
  addCommonOptions(plans).action((flags: Flags) => listPlans(flags, io))
  const count = wholeNumber(0, MAX_COUNT)
  const set = plans
    .command('set <id>')
    .description('Create a plan, or change the given values of one for all its accounts.')
    .option('--name <name>', 'name of the plan')
    .option('--calls <n>', 'calls a month', count)
    .option('--burst <n>', 'requests a second', wholeNumber(1, MAX_BATCH))
    .option('--batch <n>', 'maximum inputs of a batch (default for a new plan: 100)', wholeNumber(1, MAX_BATCH))
    .option('--webhooks <n>', 'webhooks', count)
    .option('--keys <n>', 'keys', count)
    .option('--jobs <n>', 'concurrent jobs', wholeNumber(1, MAX_COUNT))
    .option('--key-limits', 'allow limits of single keys')
    .option('--no-key-limits', 'forbid limits of single keys')
  addCommonOptions(set).action((id: string, _flags: SetFlags, own: Command) => setPlan(id, own.optsWithGlobals(), io))
}

async function listPlans(flags: Flags, io: Io): Promise<void> {
  const plans = await withAdministration(flags.data, io, (each) => each.plans())
  if (flags.json === true) return await io.stdout.json(plans)
  const titles = ['id', 'name', 'calls a month', 'burst', 'batch', 'webhooks', 'jobs', 'limits of keys']
  const rows = plans.map((plan) => [
    plan.id,
    plan.name,
    shown(plan.callsPerMonth),
    shown(plan.burstPerSecond),
    shown(plan.batchSize),
    shown(plan.webhooks),
    shown(plan.jobs),
    plan.keyLimits ? 'yes' : 'no',
  ])
  await io.stdout.write(
    table(
      titles.map((title) => ({ title })),
      rows,
    ),
  )
}

const NEW_BATCH = 100

async function setPlan(id: string, flags: SetFlags, io: Io): Promise<void> {
  const { name, calls, burst, batch, webhooks, keys, jobs, keyLimits } = flags
  const plan = await withAdministration(flags.data, io, async (administration) => {
    const before = (await administration.plans()).find((each) => each.id === id) ?? {
      id,
      name: id,
      batchSize: NEW_BATCH,
      keyLimits: false,
    }
    const changed: Plan = {
      ...before,
      ...(name === undefined ? {} : { name }),
      ...(calls === undefined ? {} : { callsPerMonth: calls }),
      ...(burst === undefined ? {} : { burstPerSecond: burst }),
      ...(batch === undefined ? {} : { batchSize: batch }),
      ...(webhooks === undefined ? {} : { webhooks }),
      ...(keys === undefined ? {} : { keys }),
      ...(jobs === undefined ? {} : { jobs }),
      ...(keyLimits === undefined ? {} : { keyLimits }),
    }
    return await administration.putPlan(changed)
  })
  if (flags.json === true) await io.stdout.json(plan)
  else await io.stdout.line(`${plan.id}  ${plan.name}, ${shown(plan.callsPerMonth)} calls a month`)
}

function shown(count: number | undefined): string {
  return count === undefined ? 'any' : count.toLocaleString('en')
}
