import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { defineConfig, type Options } from 'tsup'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url))

interface PackageBuild extends Pick<Options, 'entry' | 'noExternal' | 'platform'> {
  readonly declarations?: boolean
  /** The TypeScript project of the declarations. Default: `tsconfig.json`. */
  readonly project?: string
}

/**
 * Builds a package: ESM with source maps by tsup, declarations with their maps by tsc. tsc is about ten times faster
 * than tsup's own declarations, which are bundled.
 *
 * @param options settings of one package; `declarations: false` for a command that nobody imports
 */
export function packageBuild({
  declarations = true,
  project = 'tsconfig.json',
  ...options
}: PackageBuild = {}): ReturnType<typeof defineConfig> {
  return defineConfig({
    entry: ['src/index.ts'],
    format: 'esm',
    platform: 'node',
    removeNodeProtocol: false,
    target: 'es2022',
    sourcemap: true,
    clean: true,
    // A package that is bundled into another package is built from its source.
    esbuildOptions: (build) => {
      build.conditions = ['@utpid/source']
    },
    ...(declarations && { onSuccess: () => emitDeclarations(project) }),
    ...options,
  })
}

// `customConditions` is null: declarations follow the built packages instead of their sources. Otherwise tsc would
// place the sources of other packages next to the sources of this package.
async function emitDeclarations(project: string): Promise<void> {
  const options = ['--noEmit', 'false', '--emitDeclarationOnly', '--customConditions', 'null', '--outDir', 'dist']
  try {
    await run(process.execPath, [tsc, '-p', project, '--rootDir', 'src', ...options])
  } catch (error) {
    const { stdout } = error as { stdout?: string }
    throw new Error(`The declarations could not be created:\n${stdout ?? error}`)
  }
}
