import { type Command, InvalidArgumentError, Option } from 'commander'
import { DEFAULT_DATA } from '../place/open-registry.ts'

export interface DataFlags {
  readonly data: string
}

export interface JsonFlags {
  readonly json?: boolean
}

/** The option `--data` of every command that opens a registry. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'the folder of the registry').default(DEFAULT_DATA)
}

/** The option `--storage`. `takePlace` uses its value instead of that of `--data`. */
export function storageOption(): Option {
  return new Option(
    '--storage <address>',
    'a folder, or postgres://user@host/database?schema=NAME (default: UTPID_STORAGE)',
  )
}

/** The option `--delta`. `takePlace` combines its deltas with the registry package of `--data`. */
export function deltaOption(): Option {
  return new Option(
    '--delta <file>',
    'changes since the registry package of --data, from "utpid export --after"; repeat it for several, in order',
  ).argParser((file: string, before: readonly string[] = []) => [...before, file])
}

/** The option `--remote`. `takePlace` uses its value instead of that of `--data`. */
export function remoteOption(): Option {
  return new Option(
    '--remote <address>',
    'address of a registry served by "utpid serve", http://... (default: UTPID_REMOTE)',
  )
}

/** The option `--key` for `--remote`. */
export function keyOption(): Option {
  return new Option('--key <key>', 'the API key; UTPID_KEY is safer, since others can see arguments')
}

/** The option `--json`; the README describes its output. */
export function jsonOption(): Option {
  return new Option('--json', 'write JSON')
}

/** Adds `--data`, `--storage`, `--delta`, `--remote`, `--json` and `--debug`, the options of every command that opens a registry. */
export function addCommonOptions(command: Command): Command {
  const named = command.addOption(dataOption()).addOption(storageOption()).addOption(deltaOption())
  return addDebugOption(named.addOption(remoteOption()).addOption(keyOption()).addOption(jsonOption()))
}

/** `run` reads `--debug` from the arguments, so that it works in any position. */
export function addDebugOption(command: Command): Command {
  return command.option('--debug', 'show where an error happened')
}

/** Returns a parser for whole numbers in a range. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${count(min)} to ${count(max)}.`)
  }
}

/** Returns a parser for numbers in a range. */
export function decimalNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
  }
}

function count(value: number): string {
  return value.toLocaleString('en')
}
