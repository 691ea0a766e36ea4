import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, commandLine } from '../docs/command-line.ts'
import { ROOT } from '../repository/root.ts'
import { page, table } from './page.ts'

const EXIT_CODES_SOURCE = 'packages/cli/src/errors/exit-codes.ts'

/** The page explains an option only once if at least this many commands have the option. */
const MIN_COMMANDS = 12

export function commandsPage(): string {
  const common = commonOptions(commandLine().commands)
  return page(
    'Commands',
    'Every command of `utpid` with its options, as shown by `utpid COMMAND --help`. [The command line](../../packages/cli/README.md) explains them with examples.',
    '## Common options',
    'Commands that take these options list them by name.',
    table(
      ['option', 'meaning'],
      [...common].map(([flags, meaning]) => [`\`${flags}\``, meaning]),
    ),
    ...commandLine().commands.flatMap((command) => sectionsOf(command, 'utpid', common)),
    '## Exit codes',
    table(['code', 'meaning'], exitCodes()),
  )
}

/** Returns the options that many commands share with the same meaning, by their flags. */
function commonOptions(commands: readonly Command[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  const meanings = new Map<string, string>()
  const visit = (command: Command): void => {
    for (const option of shownOptions(command)) {
      const meaning = meaningOf(option)
      counts.set(`${option.flags}\n${meaning}`, (counts.get(`${option.flags}\n${meaning}`) ?? 0) + 1)
      if ((counts.get(`${option.flags}\n${meaning}`) ?? 0) >= MIN_COMMANDS) meanings.set(option.flags, meaning)
    }
    for (const inner of command.commands) visit(inner)
  }
  for (const command of commands) visit(command)
  return meanings
}

function shownOptions(command: Command): Command['options'] {
  return command.options.filter(({ hidden }) => !hidden)
}

function meaningOf(option: Command['options'][number]): string {
  const { defaultValue: value, argChoices: choices } = option
  const isShown = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  const notes = [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(isShown ? [`\`${option.defaultValueDescription ?? value}\` by default`] : []),
  ]
  return [option.description, ...notes].join('; ')
}

function sectionsOf(command: Command, parent: string, common: ReadonlyMap<string, string>): string[] {
  const name = `${parent} ${command.name()}`
  const taken = command.registeredArguments.map((argument) => {
    const inner = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${inner}>` : `[${inner}]`
  })
  const options = shownOptions(command)
  const isCommon = (option: Command['options'][number]): boolean => common.get(option.flags) === meaningOf(option)
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argument.name()}\``, argument.description]),
    ...options.filter((option) => !isCommon(option)).map((option) => [`\`${option.flags}\``, meaningOf(option)]),
  ]
  const shared = options.filter(isCommon).map(({ long, flags }) => `\`${long ?? flags}\``)
  return [
    `## ${name}`,
    `\`${[name, ...taken].join(' ')}\``,
    `${command.description()}`,
    ...(rows.length === 0 ? [] : [table(['argument or option', 'meaning'], rows)]),
    ...sharedText(
      shared,
      [...common.keys()].map((flags) => `\`${flags.split(' ')[0]}\``),
    ),
    ...command.commands.flatMap((inner) => sectionsOf(inner, name, common)),
  ].map((text) => text.replace(/<(?=[\w.]+>)/g, (found, at: number, all: string) => (inCode(all, at) ? found : '&lt;')))
}

/** Lists the common options of a command, or the common options that it lacks, whichever list is shorter. */
function sharedText(shared: readonly string[], all: readonly string[]): string[] {
  if (shared.length === 0) return []
  const missing = all.filter((flag) => !shared.includes(flag))
  if (missing.length >= shared.length) return [`Common options: ${shared.join(', ')}.`]
  return [`All [common options](#common-options)${missing.length === 0 ? '' : ` but ${missing.join(', ')}`}.`]
}

function inCode(text: string, at: number): boolean {
  return (text.slice(0, at).split('`').length - 1) % 2 === 1
}

/** Reads the documentation of each exit code from the comment above the code. */
function exitCodes(): string[][] {
  const source = readFileSync(join(ROOT, EXIT_CODES_SOURCE), 'utf8')
  return [...source.matchAll(/\/\*\* (.+?) \*\/\s+\w+: (\d+)/g)].map(([, meaning = '', code = '']) => [code, meaning])
}
