import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A version of Node.js that runs programs. */
export interface NodeRuntime {
  /** The version in the form that Node.js reports: `22.23.3`. */
  readonly version: string
  readonly path: string
}

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win' }

export function ownNode(): NodeRuntime {
  return { version: process.versions.node, path: process.execPath }
}

/**
 * Installs a version of Node.js from npm, which has the binaries of all versions as packages.
 *
 * @param version - A version or a range: `22`.
 * @param folder - Folder for the installation.
 * @throws Error if npm has no binary for this machine.
 */
export function runtimeOf(version: string, folder: string): NodeRuntime {
  const name = `node-${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  const place = join(folder, `node-${version.replace(/[^\w.]/g, '-')}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'runtime', version: '1.0.0', private: true }))
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
  const { status, stderr } = spawnSync('npm', install, {
    cwd: place,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm has no Node ${version} for this machine: ${stderr}`)
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const path = join(place, 'node_modules', name, file)
  const told = spawnSync(path, ['--version'], { encoding: 'utf8' })
  if (told.status !== 0) throw new Error(`Node ${version} from npm does not run here: ${told.error ?? told.stderr}`)
  return { version: told.stdout.trim().slice(1), path }
}
