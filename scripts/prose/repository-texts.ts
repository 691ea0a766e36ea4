import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'
import { type SourceText, textsOfSource } from './texts-of-source.ts'

/** Made by a command of its own, or its text is data. */
const NOT_OURS =
  /(^|\/)(generated|languages|fixtures|released)\/|\.generated\.ts$|^scripts\/prose\/|^scripts\/test\/prose/
const CODE = /\.(ts|tsx|mjs|mts)$/
/** Strings of tests are data and titles. */
const TEST = /(^|\/)test\//

/** A text of a file of the repository. */
export interface PlacedText extends SourceText {
  readonly path: string
}

/** Comments of all code, and strings but those of tests. @param paths - Files or folders; none is all. */
export function repositoryTexts(paths: readonly string[] = []): PlacedText[] {
  const { stdout } = spawnSync('git', ['ls-files', '--', ...paths], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  const files = stdout.split('\n').filter((path) => CODE.test(path) && !NOT_OURS.test(path))
  return files.flatMap((path) =>
    textsOfSource(path, readFileSync(join(ROOT, path), 'utf8'))
      .filter(({ kind }) => kind === 'comment' || !TEST.test(path))
      .map((text) => ({ ...text, path })),
  )
}
