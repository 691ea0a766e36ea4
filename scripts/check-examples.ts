/**
 * Compiles every ```ts block of README.md, docs and the packages' READMEs, so that no example is out of date.
 * A block that is not meant to compile is marked ```ts ignore. Blocks are modules of their own.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

interface Example {
  /** The document and the line of the block's first line, for messages. */
  readonly document: string
  readonly line: number
  readonly code: string
}

// Inside the repository, so that the packages resolve as they do for every other file of it.
const folder = join(ROOT, '.examples')

function documents(): string[] {
  const found = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'README.md'))
  const docs = existsSync(join(ROOT, 'docs'))
    ? readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    : []
  for (const path of docs) if (path.endsWith('.md')) found.push(join('docs', path))
  return ['README.md', ...found].filter((path) => existsSync(join(ROOT, path))).sort()
}

function examplesOf(document: string): Example[] {
  const examples: Example[] = []
  const lines = readFileSync(join(ROOT, document), 'utf8').split(/\r?\n/)
  let start: number | undefined
  for (const [number, text] of lines.entries()) {
    if (start === undefined && /^\s*```(ts|typescript)\s*$/.test(text)) start = number + 1
    else if (start !== undefined && /^\s*```\s*$/.test(text)) {
      examples.push({ document, line: start + 1, code: lines.slice(start, number).join('\n') })
      start = undefined
    }
  }
  if (start !== undefined) throw new Error(`${document}:${start}: the \`\`\`ts block has no end`)
  return examples
}

/** Compiles all examples in one run; returns the compiler's complaints, at the lines of the documents. */
function complaintsAbout(examples: readonly Example[]): string {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [number, { code }] of examples.entries()) {
    // `export {}` at the end keeps line numbers and makes a block without imports a module.
    writeFileSync(join(folder, `example-${number}.ts`), `${code}\nexport {}\n`)
  }
  const compilerOptions = { types: ['node'], noUnusedLocals: false, noUnusedParameters: false }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
  )
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status === 0) return ''
  return stdout.replace(/^example-(\d+)\.ts\((\d+),(\d+)\)/gm, (_all, number, line, column) => {
    const example = examples[Number(number)]
    return `${example?.document}:${(example?.line ?? 0) + Number(line) - 1}:${column}`
  })
}

const examples = documents().flatMap(examplesOf)
const complaints = examples.length === 0 ? '' : complaintsAbout(examples)
rmSync(folder, { recursive: true, force: true })
if (complaints !== '') console.error(complaints)
console.log(`${examples.length} examples ${complaints === '' ? 'compile' : 'tried; those named above do not compile'}`)
process.exitCode = complaints === '' ? 0 : 1
