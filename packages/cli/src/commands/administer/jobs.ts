import type { JobKind } from '@utpid/service/internal'
import type { Command } from 'commander'
import type { OperatorJob } from '../../administration/administration.ts'
import { withAdministration } from '../../administration/with-administration.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { table } from '../../text/table.ts'

interface Flags extends DataFlags, JsonFlags {
  readonly limit: number
}

/** Kinds of jobs that the operator may create; accounts create the others. */
const OPERATOR_KINDS: readonly JobKind[] = ['rescore', 'reindex', 'retention']
const LIMIT = 20
const MAX_LIMIT = 1_000

export function addJobsCommand(program: Command, io: Io): void {
  const jobs = program
    .command('jobs')
    .description('List the jobs of all accounts, newest first.')
    .option('--limit <n>', 'maximum jobs to show', wholeNumber(1, MAX_LIMIT), LIMIT)
  addCommonOptions(jobs).action((flags: Flags) => listJobs(flags, io))
  const cancel = jobs.command('cancel <id>').description('Cancel a job; its results so far stay.')
  addCommonOptions(cancel).action(async (id: string, _flags: Flags, own: Command) => {
    const flags = own.optsWithGlobals<Flags>()
    const job = await withAdministration(flags.data, io, (each) => each.cancelJob(id))
    await show(job, flags, io)
  })
  const create = jobs
    .command('create <kind>')
    .description(`Create an operator job: ${OPERATOR_KINDS.join(', ')}. A running service executes it.`)
  addCommonOptions(create).action(async (kind: string, _flags: Flags, own: Command) => {
    const flags = own.optsWithGlobals<Flags>()
    if (!OPERATOR_KINDS.includes(kind as JobKind)) {
      throw new CliError(EXIT.usage, `"${kind}" is not a kind of job; use one of ${OPERATOR_KINDS.join(', ')}.`)
    }
    const job = await withAdministration(flags.data, io, (each) => each.createJob(kind as JobKind))
    await show(job, flags, io)
  })
}

async function listJobs({ data, json, limit }: Flags, io: Io): Promise<void> {
  const jobs = await withAdministration(data, io, (each) => each.jobs(limit))
  if (json === true) return await io.stdout.json(jobs.map(shown))
  const titles = ['id', 'kind', 'account', 'status', 'inputs', 'created']
  const rows = jobs.map(({ id, kind, account, status, counts, createdAt }) => [
    id,
    kind,
    account ?? 'operator',
    status,
    (counts.total ?? 0).toLocaleString('en'),
    createdAt.slice(0, 'yyyy-mm-ddThh:mm'.length),
  ])
  await io.stdout.write(
    table(
      titles.map((title) => ({ title })),
      rows,
    ),
  )
}

async function show(job: OperatorJob, flags: JsonFlags, io: Io): Promise<void> {
  if (flags.json === true) await io.stdout.json(shown(job))
  else await io.stdout.line(`${job.id}  ${job.kind}, ${job.status}`)
}

/** Shows only outcomes that occurred. A service lists all outcomes from the start. */
function shown({
  id,
  kind,
  account,
  status,
  createdAt,
  startedAt,
  finishedAt,
  counts,
  error,
}: OperatorJob): OperatorJob {
  const { total = 0, ...outcomes } = counts
  const had = Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count > 0))
  return { id, kind, account, status, createdAt, startedAt, finishedAt, counts: { ...had, total }, error }
}
