import { existsSync, fstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { snapshotPlace } from '../place/snapshot-place.ts'

export interface OutputCheck {
  /** The option that names the file, for example `--report`. */
  readonly option: string
  readonly path: string
  /** `-` is standard input. */
  readonly inputs: readonly string[]
  readonly mapping?: string | undefined
  /** The folder of the registry, where there is one, or a snapshot of it with its deltas. */
  readonly data?: string
}

const STANDARD_INPUT = 0

/**
 * Checks that writing a file destroys nothing that the command reads. Call it before the file is
 * opened, which empties it.
 *
 * @throws {CliError} for `-`, which is no file; when the file is an input or the mapping, under whatever name, or lies in the registry.
 */
export function checkOutput({ option, path, inputs, mapping, data }: OutputCheck): void {
  const refuse = (what: string): never => {
    throw new CliError(EXIT.usage, `${path} ${what}; give ${option} another file.`)
  }
  if (path === '-') throw new CliError(EXIT.usage, `${option} writes a file and not standard output; give its name.`)
  const { file, deltas } = snapshotPlace(data ?? '')
  if (inputs.some((input) => isSameFile(path, input))) refuse('is the input itself')
  if (deltas.some((delta) => isSameFile(path, delta))) refuse('is what changed in the registry')
  if (mapping !== undefined && isSameFile(path, mapping)) refuse('is the mapping file')
  if (data !== undefined && isWithin(file, path)) refuse(`lies in ${file}, the folder of the registry`)
}

/** Whether a file lies in a folder or below it, also through links, whether they are there yet or not. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPlace(folder), realPlace(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Also through links, hard ones too. Devices are no one's data. */
function isSameFile(path: string, other: string): boolean {
  const [one, two] = [statsOf(path), statsOf(other)]
  if (one === undefined || two === undefined || !one.isFile()) return false
  return one.dev === two.dev && one.ino === two.ino
}

function statsOf(path: string): Stats | undefined {
  try {
    return path === '-' ? fstatSync(STANDARD_INPUT) : statSync(path)
  } catch {
    return undefined
  }
}

/** The real path that something has or would have, where a part of it is not there yet. */
function realPlace(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole)) return realpathSync(whole)
  return dirname(whole) === whole ? whole : join(realPlace(dirname(whole)), basename(whole))
}
