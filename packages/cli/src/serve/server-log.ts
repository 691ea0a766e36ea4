import type { FinishedRequest } from '@utpid/http-koa'
import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Output } from '../io/output.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Maximum characters that wait for a slow reader. Beyond that, new lines are dropped and counted. */
const MAX_WAITING = 1_000_000
const STATUS_FAULT = 500

const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'key', 'token', 'text']
const REDACTED = SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

/** The log of the server. */
export class ServerLog {
  readonly #logger: Logger
  /**
   * Logger for lines that have only known fields. They contain no secret, so they skip the search for secrets, which
   * takes as long as writing the line.
   */
  readonly #requests: Logger

  /** @param level - `info` has a line for each request. */
  constructor(output: Output, level: string) {
    const write = output.isTTY ? (line: string) => lineForPeople(line) : (line: string) => line
    let dropped = 0
    const destination = {
      write: (line: string): void => {
        const { writableLength = 0 } = output.stream as { readonly writableLength?: number }
        if (writableLength > MAX_WAITING) {
          dropped++
          return
        }
        const lost =
          dropped === 0 ? '' : `${JSON.stringify({ level: 'warn', time: now(), msg: `${dropped} lines were lost` })}\n`
        dropped = 0
        try {
          output.stream.write(write(lost) + write(withoutSecrets(line)))
        } catch {
          // The reader of the log is gone, or the disk is full. The service continues.
        }
      },
    }
    const options: LoggerOptions = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    }
    this.#logger = pino({ ...options, redact: { paths: REDACTED, censor: '[redacted]' } }, destination)
    this.#requests = pino(options, destination)
  }

  /** Writes one line for each request, without the request's content and key. */
  readonly request = (request: FinishedRequest): void => {
    const { requestId, method, route, status, code, milliseconds, accountId, keyId, memberId, ip, traceId } = request
    const ms = Math.round(milliseconds * 10) / 10
    const line = { requestId, method, route, status, code, ms, accountId, keyId, memberId, ip, traceId }
    if (status >= STATUS_FAULT) this.#requests.warn(line, 'request')
    else this.#requests.info(line, 'request')
  }

  /** Logs an internal error of the service. */
  readonly internalError = (error: unknown, requestId?: string): void => {
    this.#logger.error({ err: error, requestId }, 'fault')
  }

  info(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.#logger.info(facts, message)
  }

  warn(message: string, facts: Readonly<Record<string, unknown>> = {}): void {
    this.#logger.warn(facts, message)
  }
}

function now(): string {
  return new Date().toISOString()
}

interface Line extends Readonly<Record<string, unknown>> {
  readonly level?: string
  readonly time?: string
  readonly msg?: string
  readonly err?: { readonly stack?: string; readonly message?: string }
}

/** Formats a line for a person at a terminal. */
function lineForPeople(text: string): string {
  if (text === '') return ''
  const { level = '', time = '', msg = '', err, ...facts } = JSON.parse(text) as Line
  const { method, route, status, ms, requestId, code } = facts
  const clock = time.slice(11, 19)
  if (msg === 'request') {
    const problem = code === undefined ? '' : ` ${code}`
    return `${clock} ${status}${problem} ${method} ${route} ${ms} ms ${requestId}\n`
  }
  const rest = Object.entries(facts)
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('')
  return `${clock} ${level}: ${msg}${rest}${err === undefined ? '' : `\n${err.stack ?? err.message}`}\n`
}
