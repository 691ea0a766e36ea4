import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from '../report/part.ts'
import { barRow, plainRow } from '../report/row.ts'
import { inClone } from './clone.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

/** Upper limit of the old suite (commit 5e82f43c): it missed `cursors.link-keeps-offset`; 13 mutants were not tried on it. */
const CAUGHT_BEFORE = 29

/**
 * Which mutants `npm test` alone catches. Each is written into a clone, whose tests run until one fails: those of its
 * package first, then all others.
 *
 * Options: `--at COMMIT`, another commit than the current one; `--mutant ID`, a single one.
 */
export const mutantsPart: Part = {
  name: 'mutants',
  needsData: false,
  run: async ({ options, say }) => {
    const chosen = MUTANTS.filter(({ id }) => options.mutant === undefined || id === options.mutant)
    say('mutants: cloning ...')
    const missed = await inClone(options.at ?? 'HEAD', (folder) =>
      chosen.filter((mutant) => {
        const started = performance.now()
        const caught = isCaught(mutant, folder)
        say(`${caught ? 'caught' : 'MISSED'} ${mutant.id} (${Math.round((performance.now() - started) / 1_000)} s)`)
        return !caught
      }),
    )
    const caught = chosen.length - missed.length
    const rows = [
      barRow('mutants.caught', `mutants caught by \`npm test\`, of ${chosen.length}`, caught, 'count', [
        '>=',
        CAUGHT_BEFORE,
      ]),
      // One row, so that the next run replaces it whatever it misses.
      plainRow('mutants.missed', ['... missed', ...missed.map(({ id }) => id)].join(' '), missed.length, 'count'),
    ]
    return { n: 0, rows }
  },
}

function isCaught({ id, file, find, replace }: Mutant, folder: string): boolean {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2)
    throw new Error(`The mutant ${id} does not fit ${file}: its text must occur once.`)
  const own = `packages/${file.split('/')[1]}/test/`
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    return !passes(folder, [own]) || !passes(folder, ['--exclude', `${own}**`])
  } finally {
    writeFileSync(path, source)
  }
}

function passes(folder: string, args: readonly string[]): boolean {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...args], {
    cwd: folder,
    stdio: 'ignore',
  })
  return status === 0
}
