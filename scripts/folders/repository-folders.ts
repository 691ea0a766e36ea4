import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'
import { type FolderGraph, folderGraph } from './folder-graph.ts'

/** Source files of packages, tools, benches and scripts. */
const SOURCE = /^((packages|tools)\/[^/]+\/src|bench|scripts)\//
const TEST = /^packages\/[^/]+\/test\//
const CODE = /\.(ts|tsx|mjs)$/

/** Returns the folders of all code in the repository. Files that git ignores are omitted. */
export function repositoryFolders(): { readonly sources: FolderGraph; readonly tests: FolderGraph } {
  const files = readAll()
  const graphOf = (pattern: RegExp): FolderGraph =>
    folderGraph(new Map([...files].filter(([path]) => pattern.test(path))))
  return { sources: graphOf(SOURCE), tests: graphOf(TEST) }
}

/** Returns the texts of all code files of the repository by path, relative to its root. */
function readAll(): ReadonlyMap<string, string> {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = stdout.split('\n').filter((path) => CODE.test(path) && existsSync(join(ROOT, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}
