import type { FileLabel } from '@utpid/evaluation'
import { usageError } from '../errors/cli-error.ts'

/** @throws CliError when `--label` is neither 0 nor 1. */
export function fileLabel(given: string): FileLabel {
  if (given === '0' || given === '1') return given
  throw usageError(`--label is ${given}; use 0 or 1.`)
}
