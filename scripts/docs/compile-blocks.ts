import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'
import type { Program } from './programs.ts'

/**
 * Compiles all programs in one run of tsc, with the repository's strict options.
 *
 * @param folder - Folder for the programs, which is emptied first. The folder must be inside the repository, so that
 *   imports of its packages resolve.
 * @returns The compiler errors, with line numbers of the documents.
 */
export function compileBlocks(programs: readonly Program[], folder: string): string[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // `export {}` makes a module of a block without imports. It is at the end, so that line numbers stay the same.
  for (const { name, code } of programs) writeFileSync(join(folder, name), `${code}\nexport {}\n`)
  const compilerOptions = {
    types: ['node'],
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowJs: true,
    checkJs: true,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include: ['*.ts', '*.mjs'] }),
  )
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status === 0) return []
  const byName = new Map(programs.map((program) => [program.name, program]))
  return stdout
    .trim()
    .split('\n')
    .map((line) =>
      line.replace(/^([\w.-]+)\((\d+),(\d+)\)/, (_all, name, at, column) => {
        const program = byName.get(name)
        return `${program?.lineOf(Number(at)) ?? name}:${column}`
      }),
    )
}
