import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { didYouMean } from '../text/did-you-mean.ts'

/**
 * Checks the names of all files before the first is read, so that a wrong name fails immediately and not after an hour.
 *
 * @throws {CliError} for a missing file, a folder, and standard input given twice.
 */
export function checkFiles(files: readonly string[]): void {
  if (files.filter((file) => file === '-').length > 1) {
    throw usageError('"-" is standard input, which can be read only once; use "-" once.')
  }
  for (const file of files) if (file !== '-') checkFile(file)
}

/**
 * Checks files for a command that reads them several times.
 *
 * @throws {@link CliError} also for standard input.
 */
export function checkRereadFiles(command: string, files: readonly string[]): void {
  if (files.includes('-')) {
    throw usageError(`${command} reads some files twice and cannot use standard input; save it to a file first.`)
  }
  checkFiles(files)
}

/** Returns whether a path is that of a file, not of a folder or a device. */
export function isFilePath(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** Returns whether an argument that may have another meaning looks like a file name: `feeds/one`, `one.json`. */
export function looksLikeFile(text: string): boolean {
  return /^[^:]+\.(?:jsonl?|ndjson|csv|gz)$/i.test(text) || (!/[\s:]/.test(text) && /[./\\]/.test(text))
}

function checkFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) {
    const hint = didYouMean(basename(file), siblingNames(file))
    throw new CliError(EXIT.input, `There is no file ${file}${hint === '' ? '; check its path.' : hint}`)
  }
  if (found.isDirectory()) throw new CliError(EXIT.input, `${file} is a folder; name the files in it.`)
}

function siblingNames(file: string): string[] {
  try {
    return readdirSync(dirname(file))
  } catch {
    return []
  }
}
