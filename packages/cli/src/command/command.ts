import type { DurableStorage } from '@utpid/adapter-folder'
import type { Registry } from '@utpid/core'
import type { DecisionOptions } from '@utpid/core/operations'
import type { Administration } from '../administration/administration.ts'
import type { CliError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'
import type { RegistryRules } from '../place/registry-rules.ts'
import type { ArgumentRow, OptionRow, PresentOption } from './option.ts'

export type ArgumentRows = Readonly<Record<string, ArgumentRow<unknown>>>
export type OptionRows = Readonly<Record<string, OptionRow<unknown>>>
export type None = Record<never, never>

/** Targets of commands, and the values that `run` receives. `TARGETS` has the options of each target, and opens it. */
export interface Targets {
  readonly registry: { readonly registry: Registry }
  /** A registry, also one of another index version. */
  readonly reading: { readonly registry: Registry }
  readonly decision: { readonly registry: Registry; readonly decision: DecisionOptions }
  readonly accounts: { readonly accounts: Administration }
  readonly folder: { readonly storage: DurableStorage }
  /** A folder that may have lost rows. */
  readonly damaged: { readonly storage: DurableStorage }
  /** The command opens the registry itself. */
  readonly place: object
  readonly served: object
  /** No registry, but the rules of one: the command scores pairs as a registry with these rules. */
  readonly scoring: object
  /** No registry. */
  readonly nothing: object
  /** A name for other commands. */
  readonly group: object
}

/** A call of a command. */
export interface Call {
  readonly io: Io
  readonly signal: AbortSignal
  /** Location of the registry. */
  readonly place: string
  /** Rules of the registry from the user's files, for every opening of the registry. */
  readonly rules: RegistryRules
  /** Whether an option or the environment names the registry. */
  readonly isNamed: boolean
  readonly json: boolean
  /** Seconds since the command started, rounded to milliseconds. */
  seconds(): number
}

type ValueOf<Row> = Row extends ArgumentRow<infer Value> ? Value : Row extends OptionRow<infer Value> ? Value : never

/** The values of options. A missing option has no key, so that the values can be spread into other options. */
export type GivenOptions<Options> = {
  readonly [Name in keyof Options as Options[Name] extends PresentOption<unknown> ? Name : never]: ValueOf<
    Options[Name]
  >
} & {
  readonly [Name in keyof Options as Options[Name] extends PresentOption<unknown> ? never : Name]?: ValueOf<
    Options[Name]
  >
}

/** The values of arguments and options, by their keys. */
export type Given<Arguments, Options> = GivenOptions<Options> & {
  readonly [Name in keyof Arguments]: ValueOf<Arguments[Name]>
}

/** A command as data. The program, help and the reference page are made from it. */
export interface Command<
  On extends keyof Targets = keyof Targets,
  Arguments extends ArgumentRows = ArgumentRows,
  Options extends OptionRows = OptionRows,
  Answer = unknown,
> {
  /** A nested command has the name of its parent first: `keys create`. */
  readonly name: string
  readonly about: string
  readonly on: On
  /** Arguments of `needsFolder`, for a command that does not work over HTTP. */
  readonly notRemote?: readonly [what: string, instead?: string]
  readonly arguments?: Arguments
  readonly options?: Options
  /** Runs before anything is opened. @throws {CliError} for a wrong combination of options. */
  check?(given: Given<Arguments, Options>): void
  /** Returns the output of `--json`; undefined if there is nothing to write. Absent for a group. */
  run?(call: Targets[On] & Call & { readonly given: Given<Arguments, Options> }): Promise<Answer | undefined>
  /** Returns the output for people. Without it `run` writes its output itself. */
  text?(
    answer: Answer,
    call: Targets[On] & Call & { readonly given: Given<Arguments, Options> },
  ): string | Promise<string>
  /** Returns lines for standard error after `text`. */
  notes?(answer: Answer, call: Call & { readonly given: Given<Arguments, Options> }): readonly string[]
  /** Returns the error of an answer that is a failure, after it is written. */
  failure?(answer: Answer, given: Given<Arguments, Options>): CliError | undefined
}

/** Defines a command with typed values of its arguments and options. Write `run` before `text`, for type inference. */
export function command<
  On extends keyof Targets,
  Arguments extends ArgumentRows = None,
  Options extends OptionRows = None,
  Answer = void,
>(row: Command<On, Arguments, Options, Answer>): Command {
  return row as unknown as Command
}
