import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReadOrder, ReadReport } from './read-hostile.ts'

const SCRIPT = fileURLToPath(new URL('./read-hostile.ts', import.meta.url))
const OPTIONS = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx']
/** Time until a reading counts as hanging. */
const HANG_MS = 120_000
/** Files that one process reads. The memory of earlier files would otherwise count for later ones. */
const FILES_MAX = 25
/** A new process after a file that took so much memory. */
const LARGE_MEGABYTES = 100

/** The fate of a file: the report of its reading, or the end of the process. */
export type HostileFate = ReadReport | { readonly ended: string }

/** Reads files in another process, which is replaced if it ends, hangs or has grown. */
export class HostileReader implements AsyncDisposable {
  #child: ChildProcess | undefined
  #files = 0

  async read(order: ReadOrder): Promise<HostileFate> {
    this.#child ??= await started()
    const child = this.#child
    this.#files += 1
    const fate = await answered(child, order)
    if ('ended' in fate || this.#files >= FILES_MAX || fate.megabytes > LARGE_MEGABYTES) this.#stop()
    return fate
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop()
  }

  #stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.#files = 0
  }
}

async function started(): Promise<ChildProcess> {
  const child = fork(SCRIPT, { execArgv: OPTIONS, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The reader does not start: exit code ${code}.`)))
  })
  child.removeAllListeners('exit')
  return child
}

async function answered(child: ChildProcess, order: ReadOrder): Promise<HostileFate> {
  return await new Promise((resolve) => {
    const end = (fate: HostileFate): void => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(fate)
    }
    const timer = setTimeout(() => end({ ended: `no end after ${HANG_MS / 1_000} s` }), HANG_MS)
    child.once('message', (report: ReadReport) => end(report))
    child.once('exit', (code, signal) => end({ ended: `the process ended with ${signal ?? code}` }))
    child.send(order)
  })
}
