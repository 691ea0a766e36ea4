import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { EvaluationError } from '@utpid/evaluation'

/** One line for an external matcher: two records with the keys of a supplier record. */
export interface MatcherRequest {
  readonly id: string
  readonly a: Readonly<Record<string, unknown>>
  readonly b: Readonly<Record<string, unknown>>
}

export interface MatcherOptions {
  /** A shell command. */
  readonly command: string
  readonly timeoutSeconds: number
}

/** Maximum ids in a message. */
const IDS_NAMED = 3
/** Maximum quoted characters of a line. */
const MAX_QUOTED = 120

/**
 * Runs a command that reads {@link MatcherRequest} lines and answers with `{ "id", "score" }` lines, in any order. Its
 * standard error passes through.
 *
 * @returns the score of each request, by id.
 * @throws EvaluationError if it cannot be started, exits with a code other than 0, exceeds the timeout, or does not
 * return exactly one finite score for each id.
 */
export async function runMatcher(
  requests: readonly MatcherRequest[],
  { command, timeoutSeconds }: MatcherOptions,
): Promise<Map<string, number>> {
  // Use a separate process group, so that child processes of the shell can be killed with it.
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  let failure: EvaluationError | undefined
  const fail = (sentence: string): void => {
    if (failure !== undefined) return
    failure = new EvaluationError(`The matcher "${command}" ${sentence}`)
    endGroup(child.pid)
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      fail(`cannot be started: ${error.message}.`)
      resolve(null)
    })
    child.once('close', resolve)
  })
  const timer = setTimeout(() => {
    fail(`took more than ${timeoutSeconds} seconds; --matcher-timeout SECONDS gives it more time.`)
  }, timeoutSeconds * 1_000)

  const scores = new Map<string, number>()
  const known = new Set(requests.map(({ id }) => id))
  let line = 0
  const reading = (async () => {
    for await (const text of createInterface({ input: child.stdout })) {
      line++
      const problem = text.trim() === '' ? undefined : parseScore(text, known, scores)
      if (problem !== undefined) fail(`wrote, in line ${line} of its output, ${problem}: ${quoted(text)}`)
    }
  })()
  // The command may exit before it has read everything. Its exit code or the missing ids then say more than a broken
  // pipe.
  child.stdin.on('error', () => {})
  writeAll(requests, child.stdin)

  const exitCode = await ended
  await reading
  clearTimeout(timer)
  if (failure !== undefined) throw failure
  if (exitCode !== 0) {
    throw new EvaluationError(
      `The matcher "${command}" ended with exit code ${exitCode}; what it said stands above. It must end with 0 after the last line.`,
    )
  }
  checkComplete(command, requests, scores)
  return scores
}

function writeAll(requests: readonly MatcherRequest[], stdin: NodeJS.WritableStream): void {
  let at = 0
  const writeMore = (): void => {
    while (at < requests.length) {
      if (!stdin.write(`${JSON.stringify(requests[at++])}\n`)) {
        stdin.once('drain', writeMore)
        return
      }
    }
    stdin.end()
  }
  writeMore()
}

/** @returns A description of what is wrong with a line; undefined if its score was accepted. */
function parseScore(text: string, known: ReadonlySet<string>, scores: Map<string, number>): string | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return 'something that is not JSON'
  }
  if (typeof answer !== 'object' || answer === null) return 'something that is no { "id", "score" }'
  const { id, score } = answer as { id?: unknown; score?: unknown }
  if (typeof id !== 'string' || !known.has(id)) return 'an id that was not asked for'
  if (typeof score !== 'number' || !Number.isFinite(score)) return 'a score that is not a number'
  if (scores.has(id)) return 'an id that it had answered before'
  scores.set(id, score)
  return undefined
}

function checkComplete(
  command: string,
  requests: readonly MatcherRequest[],
  scores: ReadonlyMap<string, number>,
): void {
  const missing = requests.filter(({ id }) => !scores.has(id)).map(({ id }) => id)
  if (missing.length === 0) return
  const named = missing.slice(0, IDS_NAMED).join(', ')
  throw new EvaluationError(
    `The matcher "${command}" gave no score to ${missing.length} of ${requests.length} pairs (id ${named}${missing.length > IDS_NAMED ? ', ...' : ''}). It must write one line for each.`,
  )
}

function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)} ...` : text
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has already exited.
  }
}
