import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'

/** A script that prints its figures as JSON. It imports only packages, and uses only what both commits have. */
export interface ComparedScript {
  /** Path from the root of the repository. */
  readonly file: string
  readonly args: readonly (string | number)[]
  readonly rounds: number
  /** Called before each round, from 1. */
  readonly onRound?: (round: number) => void
}

/** The figures of all rounds. */
export interface ComparedRuns<Run> {
  readonly now: readonly Run[]
  readonly before: readonly Run[]
}

/** Reports whether a folder is a clone with dependencies. */
export function isSetUp(folder: string): boolean {
  return existsSync(join(folder, 'packages/core')) && existsSync(join(folder, 'node_modules'))
}

/**
 * Runs a script in this repository and in a clone of an earlier commit, in turn, so that other load on the machine slows
 * down both.
 *
 * @param base - The clone, see {@link isSetUp}. The script is copied there for the time of the call.
 * @throws Error if a run fails.
 */
export function runBeside<Run>(base: string, { file, args, rounds, onRound }: ComparedScript): ComparedRuns<Run> {
  const copied = join('bench', `copied-${basename(file)}`)
  const [now, before]: [Run[], Run[]] = [[], []]
  copyFileSync(join(ROOT, file), join(base, copied))
  try {
    for (let round = 1; round <= rounds; round++) {
      onRound?.(round)
      const turns = [() => now.push(runScript(ROOT, file, args)), () => before.push(runScript(base, copied, args))]
      for (const turn of round % 2 === 1 ? turns : turns.reverse()) turn()
    }
  } finally {
    rmSync(join(base, copied), { force: true })
  }
  return { now, before }
}

/** Runs a script in a cold process of a repository. */
export function runScript<Run>(root: string, file: string, args: readonly (string | number)[]): Run {
  const given = ['--expose-gc', '--conditions', '@utpid/source', '--import', 'tsx', file, ...args.map(String)]
  const { status, stdout } = spawnSync(process.execPath, given, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${file} in ${root} ended with exit code ${status}; its message is above.`)
  return JSON.parse(stdout) as Run
}
