import type { ErrorCode } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'
import { EvaluationError } from '@utpid/evaluation'
import { FeedError, type FeedErrorCode } from '@utpid/feed'
import type { ServiceErrorCode } from '@utpid/service/internal'
import { CommanderError } from 'commander'
import { printable } from '../text/printable.ts'
import { CliError } from './cli-error.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { Interrupted } from './interrupted.ts'
import { OutputClosed } from './output-closed.ts'

export interface Failure {
  readonly exitCode: ExitCode
  /** One sentence; undefined when there is nothing to report. */
  readonly message?: string
}

const USAGE_FEED_ERRORS: ReadonlySet<FeedErrorCode> = new Set([
  'unknown_column',
  'unknown_target',
  'invalid_mapping',
  'invalid_condition',
])

const NOT_FOUND: ReadonlySet<string> = new Set<ErrorCode | ServiceErrorCode>([
  'job_not_found',
  'key_not_found',
  'not_found',
  'product_not_found',
  'product_deleted',
  'product_retired',
])
const USAGE: ReadonlySet<string> = new Set<ErrorCode>([
  'validation_failed',
  'batch_too_large',
  'offset_too_large',
  'invalid_cursor',
])
const REJECTED: ReadonlySet<string> = new Set<ErrorCode | ServiceErrorCode>([
  'judgement_conflict',
  'already_undone',
  'already_exists',
  'feed_incomplete',
  'job_finished',
  'job_unfinished',
  'insufficient_scope',
  'plan_feature_unavailable',
])

/** Returns the message and the exit code for any error of a command. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof OutputClosed) return { exitCode: EXIT.ok }
  if (error instanceof Interrupted) return { exitCode: error.exitCode, message: error.message }
  if (error instanceof CliError) return { exitCode: error.exitCode, message: oneLine(error.message) }
  if (error instanceof EvaluationError) return { exitCode: EXIT.usage, message: oneLine(error.message) }
  if (error instanceof CommanderError) return describeUsage(error)
  if (error instanceof FeedError) {
    return {
      exitCode: USAGE_FEED_ERRORS.has(error.code) ? EXIT.usage : EXIT.input,
      message: oneLine(error.message),
    }
  }
  if (error instanceof CodedError) {
    if (error.code === 'aborted' && error.cause instanceof Interrupted) return describeFailure(error.cause)
    return { exitCode: exitOfCode(error.code), message: oneLine(error.message) }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    exitCode: EXIT.fault,
    message: `Internal error of utpid (${oneLine(message)}); --debug shows where it happened.`,
  }
}

function describeUsage({ code, exitCode, message }: CommanderError): Failure {
  // Commander reports a request for help or the version as an error, after it has written the text.
  if (exitCode === 0) return { exitCode: EXIT.ok }
  if (code === 'commander.help') return { exitCode: EXIT.usage }
  const text = oneLine(message.replace(/^error: /, ''))
  return { exitCode: EXIT.usage, message: `${text[0]?.toUpperCase()}${text.slice(1)}${/[.?)]$/.test(text) ? '' : '.'}` }
}

function exitOfCode(code: string): ExitCode {
  if (code === 'storage_corrupt') return EXIT.damaged
  if (code === 'export_damaged') return EXIT.input
  if (NOT_FOUND.has(code)) return EXIT.notFound
  if (REJECTED.has(code)) return EXIT.refused
  return USAGE.has(code) ? EXIT.usage : EXIT.storage
}

function oneLine(message: string): string {
  return printable(message.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)))
}
