import { existsSync, fstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { usageError } from '../errors/cli-error.ts'
import { packagePlace } from '../place/package-place.ts'

export interface OutputCheck {
  /** The option that names the file, for example `--report`. */
  readonly option: string
  readonly path: string
  /** Files that the command reads; `-` is standard input. */
  readonly inputs: readonly string[]
  readonly mapping?: string | undefined
  /** The folder of the registry, if any, or a registry package with its deltas. */
  readonly data?: string
}

const STANDARD_INPUT = 0

/**
 * Checks that writing a file destroys nothing that the command reads. Call it before opening the file, since opening
 * empties it.
 *
 * @throws {CliError} for `-`, for any path of an input or of the mapping, and for a path inside the registry.
 */
export function checkOutput({ option, path, inputs, mapping, data }: OutputCheck): void {
  const refuse = (what: string): never => {
    throw usageError(`${path} ${what}; use another file for ${option}.`)
  }
  if (path === '-') throw usageError(`${option} cannot write to standard output; give it a file name.`)
  const { file, deltas } = packagePlace(data ?? '')
  if (inputs.some((input) => isSameFile(path, input))) refuse('is the input itself')
  if (deltas.some((delta) => isSameFile(path, delta))) refuse('is a delta of the registry')
  if (mapping !== undefined && isSameFile(path, mapping)) refuse('is the mapping file')
  if (data !== undefined && isWithin(file, path)) refuse(`is in ${file}, the folder of the registry`)
}

/** Returns whether a file is inside a folder, at any depth. Follows links, and accepts paths that do not exist yet. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPathOf(folder), realPathOf(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Returns whether two paths are one file, also through symbolic and hard links. Devices have no data to protect. */
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

/** Returns the real path of a file, also if a part of the path does not exist yet. */
function realPathOf(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole)) return realpathSync(whole)
  return dirname(whole) === whole ? whole : join(realPathOf(dirname(whole)), basename(whole))
}
