import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Resolves modules from this project, so that only its pinned packages are used. */
export const requireFromTables: NodeJS.Require = createRequire(import.meta.url)

/** Returns the folder of an installed data package. */
export function packageFolder(name: string): string {
  for (const folder of requireFromTables.resolve.paths(name) ?? []) {
    const candidate = join(folder, name)
    try {
      readFileSync(join(candidate, 'package.json'))
      return candidate
    } catch {
      // Not in this node_modules: look one folder up.
    }
  }
  throw new Error(`The data package ${name} is not installed: install the dependencies of tools/tables first.`)
}

/** Returns `name@version` of an installed data package, for headers of generated files. */
export function packageVersion(name: string): string {
  const manifest = JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')) as { version: string }
  return `${name}@${manifest.version}`
}

/** Reads a JSON file of an installed data package. */
export function readPackageJson<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(packageFolder(name), file), 'utf8')) as T
}
