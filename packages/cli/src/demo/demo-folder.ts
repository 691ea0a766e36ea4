import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Registry, RegistryError } from '@utpid/core'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { openRegistry } from '../place/open-registry.ts'

/** File that marks a registry as created by the demo. Contains the last change of the demo. */
const MARKER = 'demo.json'

/** Files of a registry. `registry.jsonl` is not included: it may be any file. */
const OWN_FILES = /^(ledger\.lmdb(-lock)?|registry\.json(\.new)?|lock\.json(-.*)?)$/

interface Marker {
  readonly kind: 'utpid-demo'
  /** Number of the last change that the demo made; null until the demo has ended. */
  readonly change: number | null
}

/**
 * Opens an empty registry for the demo. Replaces the registry of an earlier demo, unless someone changed it since.
 *
 * @throws {CliError} when the folder contains anything else; nothing was changed then.
 * @throws RegistryError `storage_locked` while another process has it open.
 */
export async function openDemoRegistry(folder: string): Promise<Registry> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.length > 0) await clear(folder, names)
  const registry = await openRegistry(folder, { create: true })
  write(folder, { kind: 'utpid-demo', change: null })
  return registry
}

/** Stores the last change of the demo, so that a later demo can detect other changes. */
export async function sealDemoRegistry(folder: string, registry: Registry): Promise<void> {
  const { change } = await registry.stats()
  write(folder, { kind: 'utpid-demo', change })
}

/** Returns whether a demo was interrupted while it filled the folder. */
export function isUnfinishedDemo(folder: string): boolean {
  return read(folder)?.change === null
}

async function clear(folder: string, names: readonly string[]): Promise<void> {
  const marker = read(folder)
  const cure = 'Use another folder for the demo, for example --data ./utpid-demo, or delete this one.'
  if (marker === undefined) {
    throw new CliError(
      EXIT.storage,
      `${folder} contains files that the demo did not create, so the demo did not change it. ${cure}`,
    )
  }
  const change = await lastChange(folder)
  if (marker.change !== null && change !== undefined && change !== marker.change) {
    throw new CliError(
      EXIT.storage,
      `${folder} was created by the demo, but was changed since, so the demo did not change it. ${cure} Use a separate folder for your own data, for example --data ./my-registry.`,
    )
  }
  const own = names.filter((name) => name === MARKER || OWN_FILES.test(name))
  for (const name of own) rmSync(join(folder, name), { recursive: true })
}

/**
 * @returns undefined when this version cannot read the registry. Nobody can have made changes with this version then.
 */
async function lastChange(folder: string): Promise<number | undefined> {
  try {
    await using registry = await openRegistry(folder, { create: false })
    return (await registry.stats()).change
  } catch (error) {
    const unreadable = ['index_outdated', 'storage_corrupt', 'storage_outdated', 'storage_version']
    if (error instanceof CliError || (error instanceof RegistryError && unreadable.includes(error.code)))
      return undefined
    throw error
  }
}

function read(folder: string): Marker | undefined {
  try {
    const marker = JSON.parse(readFileSync(join(folder, MARKER), 'utf8')) as Marker
    return marker.kind === 'utpid-demo' ? marker : undefined
  } catch {
    return undefined
  }
}

function write(folder: string, marker: Marker): void {
  writeFileSync(join(folder, MARKER), `${JSON.stringify(marker)}\n`)
}
