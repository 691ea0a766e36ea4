import type { FileLabel } from '@utpid/evaluation'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'

/** @throws CliError when `--label` is neither 0 nor 1. */
export function fileLabel(given: string): FileLabel {
  if (given === '0' || given === '1') return given
  throw new CliError(EXIT.usage, `--label is ${given}; use 0 or 1.`)
}
