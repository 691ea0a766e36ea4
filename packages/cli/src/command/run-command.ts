import { Argument, type Command as Commander, Option } from 'commander'
import type { Io } from '../io/io.ts'
import { DEFAULT_DATA } from '../place/open-registry.ts'
import { needsFolder } from '../place/remote/needs-folder.ts'
import { isRemote } from '../place/remote/remote-place.ts'
import { secondsSince } from '../text/number-text.ts'
import type { Call, Command, Targets } from './command.ts'
import type { ArgumentRow, OptionRow, PresentOption } from './option.ts'
import { takePlace } from './take-place.ts'
import { takeRules } from './take-rules.ts'
import { type DecisionValues, TARGETS, type TargetRow } from './targets.ts'

/** Adds a command to the program, with its arguments, options and action. Add a parent before its nested commands. */
export function addCommand(program: Commander, row: Command, io: Io): void {
  const [name = '', nested] = row.name.split(' ')
  const parent = nested === undefined ? program : program.commands.find((each) => each.name() === name)
  if (parent === undefined) throw new Error(`${row.name} is before its parent in the table of commands`)
  const command = parent.command(nested ?? name).description(row.about)
  for (const [key, argument] of Object.entries(row.arguments ?? {})) command.addArgument(argumentOf(key, argument))
  for (const [key, option] of Object.entries({ ...row.options, ...TARGETS[row.on].options })) {
    command.addOption(optionOf(key, option))
  }
  if (row.run !== undefined) command.action(() => runCommand(command, row, io))
}

function argumentOf(key: string, { about, shown = key, isRequired, isList, parse }: ArgumentRow<unknown>): Argument {
  const name = isList ? `${shown}...` : shown
  const argument = new Argument(isRequired ? `<${name}>` : `[${name}]`, about)
  return parse === undefined ? argument : argument.argParser(parse)
}

function optionOf(key: string, row: OptionRow<unknown> | PresentOption<unknown>): Option {
  const name = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const option = new Option(row.value === undefined ? name : `${name} <${row.value}>`, row.about)
  if ('isPresent' in row && row.byDefault === undefined) option.makeOptionMandatory()
  if ('isPresent' in row && row.byDefault !== undefined) option.default(row.byDefault)
  if (row.parse !== undefined) option.argParser(row.parse)
  if (row.choices !== undefined) option.choices(row.choices as readonly string[])
  if (row.conflicts !== undefined) option.conflicts(row.conflicts)
  return option
}

/** Runs a command and writes its answer: as JSON, or as text for people. */
async function runCommand(command: Commander, { run, ...row }: Command, io: Io): Promise<void> {
  const started = performance.now()
  // The parent of a nested command parses the options that both have, in any position.
  const options = command.optsWithGlobals<Readonly<Record<string, unknown>> & DecisionValues>()
  const named = await takePlace(command, io)
  const call: Call = {
    io,
    signal: io.signal,
    place: named ?? DEFAULT_DATA,
    rules: await takeRules(options, io, named ?? DEFAULT_DATA),
    isNamed: named !== undefined,
    json: options.json === true,
    seconds: () => secondsSince(started),
  }
  if (row.notRemote !== undefined && isRemote(call.place)) throw needsFolder(...row.notRemote)
  const given = givenOf(command, row, options)
  row.check?.(given)
  const targetRow: TargetRow<keyof Targets> = TARGETS[row.on]
  await targetRow.open(call, options, async (target) => {
    const all = { ...target, ...call, given }
    const answer = await run?.(all)
    if (answer === undefined) return
    if (call.json) await io.stdout.json(answer)
    else {
      const text = await row.text?.(answer, all)
      if (text !== undefined && text !== '') await io.stdout.write(text)
      for (const note of row.notes?.(answer, all) ?? []) await io.stderr.line(note)
    }
    const failure = row.failure?.(answer, given)
    if (failure !== undefined) throw failure
  })
}

function givenOf(
  { processedArgs }: Commander,
  row: Pick<Command, 'arguments' | 'options'>,
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const named = Object.keys(row.options ?? {}).filter((key) => options[key] !== undefined)
  const given = Object.entries(row.arguments ?? {}).map(([key, { parseAll }], at) => {
    const value = processedArgs[at]
    return [key, parseAll === undefined ? value : parseAll(value)]
  })
  return Object.fromEntries([...named.map((key) => [key, options[key]]), ...given])
}
