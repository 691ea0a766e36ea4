import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, commandLine } from '../docs/command-line.ts'
import { ROOT } from '../repository/root.ts'
import { page, table } from './page.ts'

const EXIT_CODES_SOURCE = 'packages/cli/src/errors/exit-codes.ts'

export function commandsPage(): string {
  return page(
    'Commands',
    'Every command of `utpid` with its options, as shown by `utpid COMMAND --help`. [The command line](../../packages/cli/README.md) explains them with examples.',
    ...commandLine().commands.flatMap((command) => sectionsOf(command, 'utpid')),
    '## Exit codes',
    table(['code', 'meaning'], exitCodes()),
  )
}

function sectionsOf(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`
  const taken = command.registeredArguments.map((argument) => {
    const inner = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${inner}>` : `[${inner}]`
  })
  const options = command.options.filter(({ hidden }) => !hidden)
  const rows = [
    ...command.registeredArguments.map((argument) => [`\`${argument.name()}\``, argument.description]),
    ...options.map((option) => {
      const { defaultValue: value, argChoices: choices } = option
      const isShown = value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
      const notes = [
        ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
        ...(isShown ? [`\`${option.defaultValueDescription ?? value}\` by default`] : []),
      ]
      return [`\`${option.flags}\``, [option.description, ...notes].join('; ')]
    }),
  ]
  return [
    `## ${name}`,
    `\`${[name, ...taken].join(' ')}\``,
    `${command.description()}`,
    ...(rows.length === 0 ? [] : [table(['argument or option', 'meaning'], rows)]),
    ...command.commands.flatMap((inner) => sectionsOf(inner, name)),
  ].map((text) => text.replace(/<(?=[\w.]+>)/g, (found, at: number, all: string) => (inCode(all, at) ? found : '&lt;')))
}

function inCode(text: string, at: number): boolean {
  return (text.slice(0, at).split('`').length - 1) % 2 === 1
}

/** Reads the documentation of each code from the comment above it. */
function exitCodes(): string[][] {
  const source = readFileSync(join(ROOT, EXIT_CODES_SOURCE), 'utf8')
  return [...source.matchAll(/\/\*\* (.+?) \*\/\s+\w+: (\d+)/g)].map(([, meaning = '', code = '']) => [code, meaning])
}
