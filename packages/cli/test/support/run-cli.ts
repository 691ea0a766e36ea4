import { Readable, Writable } from 'node:stream'
import { type Io, sleepUntilAborted } from '../../src/io/io.ts'
import { Output } from '../../src/io/output.ts'
import { run } from '../../src/program/run.ts'

/** A stream that stores everything written to it. */
class Kept extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns = 100

  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  onText: ((text: string) => void) | undefined

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8')
    this.onText?.(this.text)
    done()
  }
}

export interface CliOptions {
  readonly stdin?: Readable | string
  readonly env?: Record<string, string>
  readonly signal?: AbortSignal
  /** Called instead of waiting. */
  readonly sleep?: Io['sleep']
  /** Called after each write to standard output, with all of it so far. */
  readonly onOut?: (text: string) => void
  /** Called after each write to standard error, with all of it so far. */
  readonly onErr?: (text: string) => void
  /** Whether standard error is a terminal. */
  readonly terminal?: boolean
  /** Whether standard output is a terminal. */
  readonly screen?: boolean
}

export interface CliResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command in this process, with separate streams. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { stdin = '', env = {}, signal = new AbortController().signal, terminal = false, screen = false } = options
  const [stdout, stderr] = [new Kept(screen), new Kept(terminal)]
  stdout.onText = options.onOut
  stderr.onText = options.onErr
  const io: Io = {
    stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
    stdout: new Output(stdout),
    stderr: new Output(stderr),
    env,
    signal,
    sleep: options.sleep ?? ((milliseconds) => sleepUntilAborted(milliseconds, signal)),
  }
  const code = await run(args, io)
  return { code, out: stdout.text, err: stderr.text }
}
