import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Registry, RegistryError } from '@utpid/core'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { openRegistry } from '../place/open-registry.ts'

/** Says that the demo made the registry beside it, and how far it came. */
const MARKER = 'demo.json'

/** Files of a registry; `registry.jsonl` may be anything. */
const OWN_FILES = /^(ledger\.lmdb(-lock)?|registry\.json(\.new)?|lock\.json(-.*)?)$/

interface Marker {
  readonly kind: 'utpid-demo'
  /** The last change that the demo made; null until it has ended. */
  readonly change: number | null
}

/**
 * Opens an empty registry for the demo. One that an earlier demo made is replaced, unless somebody
 * has worked with it since.
 *
 * @throws {CliError} when the folder holds anything else; nothing was touched then.
 * @throws RegistryError `storage_locked` while another process has it open.
 */
export async function openDemoRegistry(folder: string): Promise<Registry> {
  const names = existsSync(folder) ? readdirSync(folder) : []
  if (names.length > 0) await clear(folder, names)
  const registry = await openRegistry(folder, { create: true })
  write(folder, { kind: 'utpid-demo', change: null })
  return registry
}

/** Notes what the demo left, so that a later one can tell whether it was changed. */
export async function sealDemoRegistry(folder: string, registry: Registry): Promise<void> {
  const { change } = await registry.stats()
  write(folder, { kind: 'utpid-demo', change })
}

/** Whether a demo was interrupted while it filled the folder. */
export function isUnfinishedDemo(folder: string): boolean {
  return read(folder)?.change === null
}

async function clear(folder: string, names: readonly string[]): Promise<void> {
  const marker = read(folder)
  const cure = 'Give the demo another folder, for example --data ./utpid-demo, or delete that one.'
  if (marker === undefined) {
    throw new CliError(
      EXIT.storage,
      `${folder} holds something that the demo did not make, which it leaves alone. ${cure}`,
    )
  }
  const change = await lastChange(folder)
  if (marker.change !== null && change !== undefined && change !== marker.change) {
    throw new CliError(
      EXIT.storage,
      `${folder} was made by the demo, but was changed since, so the demo leaves it alone. ${cure} Data of your own are best kept apart, for example with --data ./my-registry.`,
    )
  }
  const own = names.filter((name) => name === MARKER || OWN_FILES.test(name))
  for (const name of own) rmSync(join(folder, name), { recursive: true })
}

/** @returns undefined when it cannot be read by this version, so that nobody can go on with it anyway. */
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
