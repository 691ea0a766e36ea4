import { defined } from '@utpid/core/storage'
import type { JobKind } from '@utpid/service/internal'
import type { OperatorJob } from '../../administration/administration.ts'
import { type Command, command } from '../../command/command.ts'
import { byDefault, integer, one } from '../../command/option.ts'
import { TF_VERSION } from '../../command/tf-version.ts'
import { usageError } from '../../errors/cli-error.ts'
import { minuteText } from '../../text/moment-text.ts'
import { whole } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'

/** Kinds of jobs that the operator may create; accounts create the others. */
const OPERATOR_KINDS: readonly JobKind[] = ['rescore', 'reindex', 'retention']
const LIMIT = 20
const MAX_LIMIT = 1_000

export const JOBS: readonly Command[] = [
  command({
    name: 'jobs',
    about: 'List the jobs of all accounts, newest first.',
    on: 'accounts',
    options: { limit: byDefault(integer('n', 'maximum jobs to show', 1, MAX_LIMIT), LIMIT) },
    run: async ({ accounts, given }) => (await accounts.jobs(given.limit)).map(shown),
    text: (jobs) =>
      table(
        ['id', 'kind', 'account', 'status', 'inputs', 'created'],
        jobs.map(({ id, kind, account, status, counts, createdAt }) => [
          id,
          kind,
          account ?? 'operator',
          status,
          whole(counts.total ?? 0),
          minuteText(createdAt),
        ]),
      ),
  }),
  command({
    name: 'jobs cancel',
    about: 'Cancel a job; its results so far stay.',
    on: 'accounts',
    arguments: { id: one('') },
    run: async ({ accounts, given }) => shown(await accounts.cancelJob(given.id)),
    text: jobText,
  }),
  command({
    name: 'jobs create',
    about: `Create an operator job: ${OPERATOR_KINDS.join(', ')}. A running service executes it.`,
    on: 'accounts',
    arguments: { kind: one('') },
    options: { tfVersion: TF_VERSION },
    check({ kind, tfVersion }) {
      if (tfVersion !== undefined && kind !== 'rescore') throw usageError('--tf-version needs a job of kind rescore.')
      if (OPERATOR_KINDS.includes(kind as JobKind)) return
      throw usageError(`"${kind}" is not a kind of job; use one of ${OPERATOR_KINDS.join(', ')}.`)
    },
    run: async ({ accounts, given: { kind, ...options } }) =>
      shown(await accounts.createJob(kind as JobKind, defined(options))),
    text: jobText,
  }),
]

function jobText({ id, kind, status }: OperatorJob): string {
  return `${id}  ${kind}, ${status}\n`
}

/** Shows only outcomes that occurred. A service lists all outcomes from the start. */
function shown({ counts, error, ...job }: OperatorJob): OperatorJob {
  const { id, kind, account, status, createdAt, startedAt, finishedAt } = job
  const { total = 0, ...outcomes } = counts
  const had = Object.fromEntries(Object.entries(outcomes).filter(([, count]) => count > 0))
  return { id, kind, account, status, createdAt, startedAt, finishedAt, counts: { ...had, total }, error }
}
