import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'
import { type SourceText, type TextKind, textsOfSource } from './texts-of-source.ts'

/** Files that another command generates, or whose text is data. */
const NOT_OURS =
  /(^|\/)(generated|languages|fixtures|released)\/|\.generated\.ts$|^scripts\/prose\/|^scripts\/test\/prose/
const CODE = /\.(ts|tsx|mjs|mts)$/
/** Files whose strings are not checked: tests contain data and titles, trial programs are code in strings. */
const TEST = /(^|\/)test\/|^packages\/storage-conformance\/src\/|^scripts\/packages\/trial-programs\.ts$/
const BENCHMARK = /^bench\//

/** A text in a file of the repository. */
export interface PlacedText extends SourceText {
  readonly path: string
}

/** Returns whether to check a text. Labels of benchmarks are not checked, since recorded results contain them. */
export function isProse(path: string, kind: TextKind): boolean {
  if (kind === 'comment') return true
  return !TEST.test(path) && !(kind === 'label' && BENCHMARK.test(path))
}

/** Returns the comments of all code, and the strings outside tests. @param paths - Files or folders. Default: all. */
export function repositoryTexts(paths: readonly string[] = []): PlacedText[] {
  const { stdout } = spawnSync('git', ['ls-files', '--', ...paths], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  const files = stdout.split('\n').filter((path) => CODE.test(path) && !NOT_OURS.test(path))
  return files.flatMap((path) =>
    textsOfSource(path, readFileSync(join(ROOT, path), 'utf8'))
      .filter(({ kind }) => isProse(path, kind))
      .map((text) => ({ ...text, path })),
  )
}
