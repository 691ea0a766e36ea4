import { type ChildProcess, fork } from 'node:child_process'
import type { LimitSubject } from '@utpid/service'
import { sourceArguments } from '@utpid/testing'
import { onTestFinished } from 'vitest'

const CHILD = new URL('asking-child.ts', import.meta.url)

export interface Ask {
  readonly subject: LimitSubject
  readonly at?: number
  readonly requests: number
  readonly rounds: number
}

export interface AskingProcesses {
  /** Sends requests from all processes at the same time. @returns the number of allowed requests in total. */
  ask(ask: Ask): Promise<number>
}

/**
 * Starts processes that share a server.
 *
 * @param clock - `told`: the limits use the time in each message; `server`: the limits use the server's time.
 */
export async function askingProcesses(
  count: number,
  { url, prefix, clock }: { readonly url: string; readonly prefix: string; readonly clock: 'server' | 'told' },
): Promise<AskingProcesses> {
  const [program = '', ...rest] = sourceArguments(CHILD)
  const children = Array.from({ length: count }, (_, at) =>
    fork(program, [...rest, url, prefix, `child-${at}`, clock], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  await Promise.all(children.map(answer))
  return {
    ask: async (ask) => {
      const answers = children.map((child) => {
        const answered = answer(child)
        child.send(ask)
        return answered
      })
      return (await Promise.all(answers)).reduce((sum, allowed) => sum + allowed, 0)
    },
  }
}

function answer(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`A process that asks ended with ${code}.`))
    child.once('exit', gone)
    child.once('message', (message) => {
      child.off('exit', gone)
      resolve((message as { readonly allowed: number }).allowed)
    })
  })
}
