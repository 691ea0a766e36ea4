import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childCommand } from './child-process.ts'

/** A ledger write or output of a process, in the order of execution. */
export type TracedStep =
  /** If `synced` is true, the system call returned only after the flush. */
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Buffer; readonly synced: boolean }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'flush' }
  | { readonly kind: 'acknowledge'; readonly change: number }

const CALLS = 'openat,lseek,write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate,msync'
const STRING_MAX = 100_000_000
/** The delay of each flush in microseconds. An acknowledgement that did not wait for its flush would come first. */
const FLUSH_TAKES_MICROSECONDS = 20_000

export function canTrace(): boolean {
  return spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true']).status === 0
}

/** Runs `child.ts some` on a new registry and traces it. */
export function traceWrites(place: string): TracedStep[] {
  const [folder, acknowledgements, log] = ['registry', 'acknowledged', 'trace'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ]
  const output = openSync(acknowledgements, 'w')
  const paths = [join(folder, 'ledger.lmdb'), acknowledgements].flatMap((path) => ['-P', path])
  const options = [
    ...['-f', '-qq', '-xx', '-s', `${STRING_MAX}`, '-e', `trace=${CALLS}`, '-e', 'signal=none'],
    ...['-e', `inject=fdatasync:delay_enter=${FLUSH_TAKES_MICROSECONDS}`],
    ...paths,
    ...['-o', log],
  ]
  const { status, stderr } = spawnSync('strace', [...options, process.execPath, ...childCommand('some', folder)], {
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(output)
  if (status !== 0) throw new Error(`The traced process ended with ${status}: ${stderr}`)
  return stepsOf(wholeCalls(readFileSync(log, 'latin1')))
}

/** Yields system calls in the order of completion. The log has two lines for an interrupted call. */
function* wholeCalls(log: string): Generator<string> {
  const begun = new Map<string, string>()
  for (const line of log.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (rest.endsWith(' <unfinished ...>')) {
      begun.set(thread, rest.slice(0, -' <unfinished ...>'.length))
      continue
    }
    if (!/^[a-z<]/.test(rest)) continue
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    yield resumed === null ? rest : `${begun.get(thread)}${resumed[1]}`
  }
}

function stepsOf(calls: Iterable<string>): TracedStep[] {
  const steps: TracedStep[] = []
  const flushes = new Set<string>()
  const positions = new Map<string, number>()
  for (const call of calls) {
    const name = call.slice(0, call.indexOf('('))
    const [answer = ''] = / = (-?\d+)/.exec(call.slice(call.lastIndexOf(')')))?.slice(1) ?? []
    const file = /^\w+\((\d+)/.exec(call)?.[1] ?? ''
    const bytes = (): Buffer =>
      Buffer.concat([...call.matchAll(/"((?:\\x..)*)"/g)].map(([, text = '']) => fromHex(text)))
    if (answer.startsWith('-')) continue
    if (name === 'openat') {
      if (call.includes('O_DSYNC') || call.includes('O_SYNC')) flushes.add(answer)
      else flushes.delete(answer)
      positions.set(answer, 0)
    } else if (name === 'lseek') positions.set(file, Number(answer))
    else if (name === 'fdatasync' || name === 'fsync') steps.push({ kind: 'flush' })
    else if (name === 'ftruncate') steps.push({ kind: 'length', bytes: Number(/, (\d+)\)/.exec(call)?.[1]) })
    else if (name === 'write') steps.push({ kind: 'acknowledge', change: Number(bytes().toString()) })
    else if (name.startsWith('pwrite')) {
      const at = Number(/, (\d+)\) *= \d+$/.exec(call)?.[1])
      steps.push({ kind: 'write', at, bytes: bytes(), synced: flushes.has(file) })
    } else if (name === 'writev') {
      const at = positions.get(file) ?? 0
      positions.set(file, at + Number(answer))
      steps.push({ kind: 'write', at, bytes: bytes(), synced: flushes.has(file) })
    } else throw new Error(`The trace contains an unexpected system call: ${call.slice(0, 80)}`)
  }
  return steps
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
