import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@utpid/testing'
import openapiTs, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'
import { openApiDocument, ROUTES } from '../../src/index.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const CALLS = fileURLToPath(new URL('typed-calls.txt', import.meta.url))
const GENERATOR = 'openapi-python-client==0.29.1'
const TYPE_CHECKER = 'mypy==2.4.1'
const MINUTES = 60_000

/** Runs a program. If it fails, the error contains its output. */
function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`)
  return `${stdout}${stderr}`
}

it(
  'a strict openapi-typescript client compiles, with typed calls',
  async () => {
    const folder = temporaryFolder()
    const nodes = await openapiTs(JSON.parse(JSON.stringify(openApiDocument(ROUTES))))
    writeFileSync(join(folder, 'api.ts'), astToString(nodes))
    copyFileSync(CALLS, join(folder, 'calls.ts'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      types: [],
      module: 'nodenext',
      allowImportingTsExtensions: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['calls.ts', 'api.ts'] }))
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
    run(process.execPath, [tsc, '-p', folder], folder)
  },
  10 * MINUTES,
)

it(
  'an openapi-python-client client compiles, and mypy reports no errors',
  (context) => {
    const folder = temporaryFolder()
    const python = join(folder, 'venv', 'bin', 'python')
    try {
      run('python3', ['-m', 'venv', join(folder, 'venv')], folder)
      run(python, ['-m', 'pip', 'install', '--quiet', GENERATOR, TYPE_CHECKER], folder)
    } catch (error) {
      console.warn(
        `SKIPPED: the client in Python needs python3 and the packages ${GENERATOR}, ${TYPE_CHECKER}: ${error}`,
      )
      context.skip()
    }
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(ROUTES)))
    const generate = ['generate', '--path', 'openapi.json', '--meta', 'none', '--output-path', 'client', '--overwrite']
    const told = run(join(folder, 'venv', 'bin', 'openapi-python-client'), generate, folder)
    // Ignore warnings about bodies other than JSON: the same operations also accept JSON.
    const warnings = told.split('\n').filter((line) => /^(?:WARNING|ERROR) /.test(line))
    expect(warnings.every((line) => /POST \/registry\/(?:batch-map|import) /.test(line))).toBe(true)
    const made = readdirSync(join(folder, 'client', 'api'), { recursive: true, encoding: 'utf8' })
    const operations = made.filter((path) => path.endsWith('.py') && !path.endsWith('__init__.py'))
    expect(operations).toHaveLength(ROUTES.length)
    expect(readFileSync(join(folder, 'client', 'models', 'match_input.py'), 'utf8')).toContain('name: str | Unset')
    run(python, ['-m', 'compileall', '-q', 'client'], folder)
    expect(run(python, ['-m', 'mypy', 'client'], folder)).toContain('no issues found')
  },
  20 * MINUTES,
)
