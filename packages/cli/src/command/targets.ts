import { userInfo } from 'node:os'
import type { Registry } from '@utpid/core'
import type { DecisionOptions } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { withAdministration } from '../administration/with-accounts.ts'
import { usageError } from '../errors/cli-error.ts'
import { DEFAULT_DATA, openForReading, openMaintained, openRegistry } from '../place/open-registry.ts'
import { isRemote } from '../place/remote/remote-place.ts'
import type { Call, OptionRows, Targets } from './command.ts'
import { byDefault, flag, repeated, text } from './option.ts'

/** The options that every command on a target has, and how to open and close the target. */
export interface TargetRow<On extends keyof Targets> {
  readonly options: OptionRows
  open(call: Call, options: DecisionValues, work: (target: Targets[On]) => Promise<void>): Promise<void>
}

/** The values of {@link DECISION_OPTIONS}. */
export interface DecisionValues {
  readonly by?: string
  readonly note?: string
  readonly dryRun?: boolean
}

const data = byDefault(text('folder', 'the folder of the registry'), DEFAULT_DATA)
const storage = text('address', 'a folder, or postgres://user@host/database?schema=NAME (default: UTPID_STORAGE)')
const json = flag('write JSON')
/** `run` reads `--debug` from the arguments, so that it works in any position. */
const debug = flag('show where an error happened')

const SCHEMA_OPTIONS: OptionRows = {
  schema: text('file', 'module with further fields, comparisons and blocking rules (default: UTPID_SCHEMA)'),
}

/** Options that name files of rules. `takeRules` reads them. */
const RULE_OPTIONS: OptionRows = {
  ...SCHEMA_OPTIONS,
  survivorship: text(
    'file',
    'JSON file of the rules by which a product chooses its values (default: UTPID_SURVIVORSHIP)',
  ),
}

/** Options that name a registry. `takePlace` reads them. */
const PLACE_OPTIONS: OptionRows = {
  data,
  storage,
  delta: repeated(
    'file',
    'changes since the registry package of --data, from "utpid export --after"; repeat it for several, in order',
  ),
  ...RULE_OPTIONS,
  remote: text('address', 'address of a registry served by "utpid serve", http://... (default: UTPID_REMOTE)'),
  key: text('key', 'the API key; UTPID_KEY is safer, since others can see arguments'),
  json,
  debug,
}

const DECISION_OPTIONS: OptionRows = {
  by: text('name', 'who decides (default: the user of the operating system)'),
  note: text('text', 'the reason; stored with the decision'),
  dryRun: flag('show the result, and write nothing'),
}

export const TARGETS: { readonly [On in keyof Targets]: TargetRow<On> } = {
  registry: {
    options: PLACE_OPTIONS,
    open: ({ place, rules }, _, work) => withRegistry(openRegistry(place, { create: false, rules }), work),
  },
  reading: {
    options: PLACE_OPTIONS,
    open: ({ place, io, rules }, _, work) => withRegistry(openForReading(place, io.stderr, rules), work),
  },
  decision: {
    options: { ...DECISION_OPTIONS, ...PLACE_OPTIONS },
    async open(call, options, work) {
      const decision = decisionOf(options, call)
      await withRegistry(openRegistry(call.place, { create: false, rules: call.rules }), ({ registry }) =>
        work({ registry, decision }),
      )
    },
  },
  accounts: {
    options: PLACE_OPTIONS,
    open: ({ place, io }, _, work) => withAdministration(place, io, (accounts) => work({ accounts })),
  },
  folder: { options: PLACE_OPTIONS, open: (call, _, work) => withFolder(call, 'refuse', work) },
  damaged: { options: PLACE_OPTIONS, open: (call, _, work) => withFolder(call, 'open', work) },
  place: { options: PLACE_OPTIONS, open: openNothing },
  served: { options: { data, storage, ...RULE_OPTIONS, debug }, open: openNothing },
  scoring: { options: { ...SCHEMA_OPTIONS, json, debug }, open: openNothing },
  nothing: { options: { json, debug }, open: openNothing },
  group: { options: {}, open: openNothing },
}

function openNothing(_call: Call, _options: object, work: (target: object) => Promise<void>): Promise<void> {
  return work({})
}

async function withRegistry(
  opening: Promise<Registry>,
  work: (target: Targets['registry']) => Promise<void>,
): Promise<void> {
  await using registry = await opening
  await work({ registry })
}

async function withFolder(
  { place, io }: Call,
  damaged: 'refuse' | 'open',
  work: (target: Targets['folder']) => Promise<void>,
): Promise<void> {
  const opened = await openMaintained(place, io.stderr, { damaged })
  try {
    await work({ storage: opened })
  } finally {
    await opened.close()
  }
}

/**
 * Returns the name of the person who decides, and the reason.
 *
 * @throws {CliError} when the name is unknown.
 */
function decisionOf(
  { by = userOfSystem(), by: named, note, dryRun }: DecisionValues,
  { place, signal }: Call,
): DecisionOptions {
  if (named !== undefined && isRemote(place)) {
    throw usageError('--by cannot be used with --remote: the service stores the owner of the key with each decision.')
  }
  if (by === undefined || by.trim() === '') {
    throw usageError('Every decision is stored with a name, and this system has no user name: use --by NAME.')
  }
  return { actor: by, signal, ...defined({ note, dryRun }) }
}

function userOfSystem(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // A container may run with a numeric user id that has no name.
    return undefined
  }
}
