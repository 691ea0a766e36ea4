import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { publicSymbols } from '../../scripts/docs/public-symbols.ts'
import { circlesOf } from '../../scripts/folders/folder-graph.ts'
import { crowdedFolders } from '../../scripts/folders/folder-rules.ts'
import { repositoryFolders } from '../../scripts/folders/repository-folders.ts'
import { proseFindings } from '../../scripts/prose/prose-rules.ts'
import { repositoryTexts } from '../../scripts/prose/repository-texts.ts'
import { ROOT } from '../../scripts/repository/root.ts'
import { git } from '../harness/git-state.ts'
import { part } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { sum } from '../harness/statistics.ts'
import { codeLines, longFunctions, type SourceFile } from './source-measures.ts'

/** The last commit before files moved into folders. */
const BASE = '262db2cf'
const MAX_LINES = 70
/** A suite of tests for writers of storages: its long functions are bodies of `describe`. */
const SUITE = 'packages/storage-conformance/'
const PRODUCT_SOURCES = /^packages\/[^/]+\/src\/.*\.(ts|tsx)$/
const GENERATED_SOURCES = /\/generated\//
const GENERATED_DOCUMENTS = /^docs\/(reference\/|measured\.md$)/
/** Maximum names that an entry exports. */
const MAX_NAMES = { core: 70, service: 25 }

/** Measures the sizes of folders, and whether folders import each other. */
export const foldersPart = part('folders', async () => {
  const { sources, tests } = repositoryFolders()
  const crowded = [...crowdedFolders(sources), ...crowdedFolders(tests)]
  const pairs = new Set(sources.arrows.map(({ from, to }) => `${from} ${to}`))
  const mutual = sources.arrows.filter(({ from, to }) => from < to && pairs.has(`${to} ${from}`))
  const mutualPairs = new Set(mutual.map(({ from, to }) => `${from} ${to}`))
  const rows = below('house', [
    ['folders', 'folders with code', sources.sizes.size + tests.sizes.size, 'count'],
    ['crowded', '... with more than 20 files, generated ones aside', crowded.length, 'count', '= 0'],
    ['mutual', 'pairs of folders that import each other', mutualPairs.size, 'count', '= 0'],
    ['circles', 'circles of folders by their imports', circlesOf(sources).length, 'count', '= 0'],
  ])
  return { rows }
})

/**
 * Counts lines of code of the packages, and functions that are too long. Option: `--base COMMIT`, the commit to compare
 * with.
 */
export const codePart = part('code', async ({ options, say }) => {
  const base = options.base ?? BASE
  const now = productSources('HEAD')
  const long = now.filter(({ path }) => !path.startsWith(SUITE)).flatMap((file) => longFunctions(file, MAX_LINES))
  for (const { path, line, lines } of long) say(`house: ${path}:${line} has ${lines} lines`)
  const before = sum(productSources(base).map(codeLines))
  const rows = below('house', [
    ['long-functions', `functions of product code above ${MAX_LINES} lines`, long.length, 'count', '= 0'],
    ['lines-before', `lines of code of the packages in ${base}`, before, 'count'],
    ['lines', '... now', sum(now.map(codeLines)), 'count', `<= ${before - 2_000}`],
  ])
  return { rows }
})

/** Counts the names that packages export to their users. */
export const surfacePart = part('surface', async () => {
  const symbols = publicSymbols()
  const rows = Object.entries(MAX_NAMES).map(([name, max]): Figure => {
    const names = symbols.filter(({ entry }) => entry === `@utpid/${name}`).length
    return [`house.names.${name}`, `names of @utpid/${name}`, names, 'count', `<= ${max}`]
  })
  return { rows }
})

/** Sizes of the documents. */
export const documentsPart = part('documents', async () => {
  const paths = [...new Set(git(['ls-files', '--', 'docs/*.md', 'docs/**/*.md']).split('\n').filter(Boolean))]
  const decisions = paths.filter((path) => /^docs\/decisions\/\d/.test(path)).length
  const wordsOf = (list: readonly string[]): number => sum(list.map(wordCount))
  const written = paths.filter((path) => !GENERATED_DOCUMENTS.test(path))
  const rows = below('house', [
    ['readme', 'README.md', statSync(join(ROOT, 'README.md')).size, 'bytes', '<= 8192'],
    ['words', 'words in docs/', wordsOf(paths), 'count', '<= 60000'],
    [
      'written-words',
      '... without the reference and the page of figures, which are generated',
      wordsOf(written),
      'count',
    ],
    ['decisions', 'decisions', decisions, 'count', '<= 40'],
  ])
  return { rows }
})

/** Counts comments and messages that break a rule of prose. `scripts/prose/check-prose.ts` lists them. */
export const prosePart = part('prose', async () => {
  const texts = repositoryTexts()
  const findings = texts.flatMap(({ kind, text }) => proseFindings(text, kind))
  const rows = below('house', [
    ['texts', 'comments and messages', texts.length, 'count'],
    ['prose', '... findings of the check of prose', findings.length, 'count', '= 0'],
  ])
  return { rows }
})

/** Returns the source files of every package at a commit, without tests and generated files. */
function productSources(commit: string): SourceFile[] {
  const listed = git(['ls-tree', '-r', '--name-only', commit, '--', 'packages']).split('\n')
  const paths = listed.filter((path) => PRODUCT_SOURCES.test(path) && !GENERATED_SOURCES.test(path))
  return paths.map((path) => ({ path, text: git(['show', `${commit}:${path}`]) }))
}

/** Counts runs of characters between white space that have a letter or a digit: the bars of tables are no words. */
function wordCount(path: string): number {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
