import { PassThrough } from 'node:stream'
import { childTask } from '../../harness/child-task.ts'
import { cpuSeconds, secondsSince } from '../../harness/statistics.ts'

/** The cost of an import with `--annotate`: seconds, and bytes of memory. */
export interface ImportCost {
  readonly wall: number
  readonly cpu: number
  readonly memory: number
}

/** Runs `utpid import FILE --annotate COPY` in this process. */
export const importTask = childTask(
  import.meta,
  'import',
  async (file: string, copy: string, data: string): Promise<ImportCost> => {
    // The command has no types outside of its package.
    const main = String(new URL('../../../packages/cli/src/main.ts', import.meta.url))
    const { main: utpid } = (await import(main)) as { main: (args: readonly string[]) => Promise<number> }
    const write = process.stdout.write
    // The output of the process is the result of the task.
    process.stdout.write = silent.write.bind(silent) as typeof write
    const [cpuBefore, began] = [cpuSeconds(), performance.now()]
    // The cost of the copy is measured, not that of a count of words.
    const code = await utpid([
      'import',
      file,
      '--supplier',
      'bench',
      '--annotate',
      copy,
      '--data',
      data,
      '--json',
      '--term-frequencies',
      'manual',
    ])
    process.stdout.write = write
    if (code !== 0) throw new Error(`The import of ${file} ended with exit code ${code}.`)
    const [wall, cpu] = [secondsSince(began), cpuSeconds() - cpuBefore]
    return { wall, cpu, memory: process.resourceUsage().maxRSS * 1_024 }
  },
)

const silent: PassThrough = new PassThrough().resume()
