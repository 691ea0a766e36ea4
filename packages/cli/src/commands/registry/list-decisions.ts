import { LIMITS, type Registry } from '@utpid/core'
import type { DecisionCount, DecisionKind, DecisionList } from '@utpid/core/operations'
import { type Command, command } from '../../command/command.ts'
import { flag, integer, oneOf, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { decisionCountsText, decisionsText } from '../../render/decisions-text.ts'

const KINDS: readonly DecisionKind[] = [
  'merge',
  'dismiss',
  'split',
  'delete',
  'pin',
  'unpin',
  'verify',
  'unverify',
  'undo',
]

export const decisionsCommand: Command = command({
  name: 'decisions',
  about: 'List the decisions of people, newest first, or count them by day.',
  on: 'registry',
  options: {
    by: text('name', 'only decisions of this person'),
    kind: oneOf('kind', 'only decisions of this kind', KINDS),
    from: text('day', 'the first day, 2026-01-31, or a time, 2026-01-31T12:00:00Z'),
    to: text('day', 'the last day, or a time'),
    limit: integer('n', 'maximum decisions to show (default: 20)', 1, LIMITS.rowsPerPage),
    cursor: text('cursor', 'continue after a page, with the cursor that it shows at its end'),
    counts: flag('count the decisions of each day, person and kind (default: of the last 30 days)'),
  },
  check({ counts, kind, cursor, limit }) {
    if (counts !== true) return
    if (kind !== undefined || cursor !== undefined || limit !== undefined) {
      throw usageError('--counts can only be used with --by, --from and --to.')
    }
  },
  async run({ registry, signal, given: { by, counts, ...options } }): Promise<DecisionList | DecisionCount[]> {
    if (counts === true) return await countedBy(registry, by, { ...options, signal })
    return await registry.decisions({ ...options, ...(by === undefined ? {} : { actor: by }), signal })
  },
  text: (answer) => ('decisions' in answer ? decisionsText(answer.decisions) : decisionCountsText(answer)),
  notes(answer) {
    if (!('decisions' in answer)) return answer.length === 0 ? ['No decisions in this time.'] : []
    if (answer.nextCursor !== undefined) return [`--cursor ${answer.nextCursor} shows more.`]
    return answer.decisions.length === 0 ? ['No decisions.'] : []
  },
})

async function countedBy(
  registry: Registry,
  by: string | undefined,
  options: Parameters<Registry['countDecisions']>[0],
): Promise<DecisionCount[]> {
  const counts = await registry.countDecisions(options)
  return by === undefined ? counts : counts.filter(({ actor }) => actor === by)
}
