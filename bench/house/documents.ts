import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/repository/root.ts'

export interface DocumentFigures {
  readonly readmeBytes: number
  /** Words of all documents in `docs/`. */
  readonly words: number
  /** Words of `docs/` without generated pages: the reference and the page of figures. */
  readonly writtenWords: number
  readonly decisions: number
}

const GENERATED = /^docs\/(reference\/|measured\.md$)/

export function documentFigures(): DocumentFigures {
  const { stdout } = spawnSync('git', ['ls-files', '--', 'docs/*.md', 'docs/**/*.md'], { cwd: ROOT, encoding: 'utf8' })
  const paths = [...new Set(stdout.split('\n').filter((path) => path !== ''))]
  const counts = paths.map((path) => [path, wordCount(readFileSync(join(ROOT, path), 'utf8'))] as const)
  const sum = (chosen: readonly (readonly [string, number])[]): number =>
    chosen.reduce((all, [, words]) => all + words, 0)
  return {
    readmeBytes: statSync(join(ROOT, 'README.md')).size,
    words: sum(counts),
    writtenWords: sum(counts.filter(([path]) => !GENERATED.test(path))),
    decisions: paths.filter((path) => /^docs\/decisions\/\d/.test(path)).length,
  }
}

/** Counts runs of characters between white space that have a letter or a digit: the bars of tables are no words. */
function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
