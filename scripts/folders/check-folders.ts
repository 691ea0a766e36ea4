/**
 * Checks the folders of every package: no folder has too many files, no folders import each other in a circle, and
 * folders of core keep their order. `scripts/test/folders.test.ts` checks that each rule fires.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'
import { type FolderGraph, folderGraph } from './folder-graph.ts'
import { crowdedFolders, importCircles, importsUpward } from './folder-rules.ts'

/** Folders of core, lowest first. CONTRIBUTING.md shows the same order. */
const CORE_LAYERS: readonly (readonly string[])[] = [
  ['encoding', 'model', 'runtime'],
  ['geo', 'text'],
  ['storage'],
  ['features'],
  ['blocking', 'comparison', 'ingest'],
  ['scoring'],
  ['drift'],
  ['clustering', 'matching'],
  ['golden-record'],
  ['registry'],
]

/** Source files of packages, tools, benches and scripts. */
const SOURCE = /^((packages|tools)\/[^/]+\/src|bench|scripts)\//
const TEST = /^packages\/[^/]+\/test\//
const CODE = /\.(ts|tsx|mjs)$/

/** Reads all code files of the repository, by path from its root. */
function readAll(): ReadonlyMap<string, string> {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const paths = stdout.split('\n').filter((path) => CODE.test(path) && existsSync(join(ROOT, path)))
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

function graphOf(pattern: RegExp): FolderGraph {
  return folderGraph(new Map([...files].filter(([path]) => pattern.test(path))))
}

const files = readAll()
const sources = graphOf(SOURCE)
const tests = graphOf(TEST)
const complaints = [
  ...crowdedFolders(sources),
  ...crowdedFolders(tests),
  ...importCircles(sources),
  ...importsUpward(sources, 'packages/core/src', CORE_LAYERS),
]
for (const complaint of complaints) console.error(complaint)
console.log(`${sources.sizes.size + tests.sizes.size} folders, ${complaints.length} complaints`)
process.exitCode = complaints.length === 0 ? 0 : 1
