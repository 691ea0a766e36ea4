import { type Command, InvalidArgumentError, Option } from 'commander'
import { DEFAULT_DATA } from '../place/open-registry.ts'

export interface DataFlags {
  readonly data: string
}

export interface JsonFlags {
  readonly json?: boolean
}

/** `--data`, of every command that opens a registry. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'the folder of the registry').default(DEFAULT_DATA)
}

/** `--storage`; `takePlace` puts it in the place of `--data`. */
export function storageOption(): Option {
  return new Option(
    '--storage <address>',
    'a folder, or postgres://user@host/database?schema=NAME; else UTPID_STORAGE of the environment',
  )
}

/** `--delta`; `takePlace` puts it beside the snapshot of `--data`. */
export function deltaOption(): Option {
  return new Option(
    '--delta <file>',
    'what changed since the snapshot of --data was made, from "utpid export --after"; may be repeated, in order',
  ).argParser((file: string, before: readonly string[] = []) => [...before, file])
}

/** `--remote`; `takePlace` puts it in the place of `--data`. */
export function remoteOption(): Option {
  return new Option('--remote <address>', 'a registry that "utpid serve" serves, http://...; else UTPID_REMOTE')
}

/** `--key`, of `--remote`. */
export function keyOption(): Option {
  return new Option('--key <key>', 'the key to ask it with; better in UTPID_KEY, where no one else sees it')
}

/** `--json`; what it writes is said in the README. */
export function jsonOption(): Option {
  return new Option('--json', 'write JSON')
}

/** Adds `--data`, `--storage`, `--delta`, `--remote`, `--json` and `--debug`, the options of every command that opens a registry. */
export function addCommonOptions(command: Command): Command {
  const named = command.addOption(dataOption()).addOption(storageOption()).addOption(deltaOption())
  return addDebugOption(named.addOption(remoteOption()).addOption(keyOption()).addOption(jsonOption()))
}

/** Read from the arguments by `run`, so that it works wherever it stands. */
export function addDebugOption(command: Command): Command {
  return command.option('--debug', 'show where an error happened')
}

/** Parses a whole number of a range. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${count(least)} to ${count(most)}.`)
  }
}

/** Parses a number of a range. */
export function decimalNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
  }
}

function count(value: number): string {
  return value.toLocaleString('en')
}
