import { execFileSync, spawnSync } from 'node:child_process'
import { sourceArguments } from '@utpid/testing'

const UNSHARE = 'unshare'
/** A command that mounts a small disk in a new namespace, which ends with the command. */
const SMALL_DISK = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=16m none "$1" && shift && exec "$@"', 'sh']

export function canMountSmallDisk(): boolean {
  return spawnSync(UNSHARE, [...SMALL_DISK, '/mnt', 'true']).status === 0
}

/**
 * Runs a script with a disk of 16 MB.
 *
 * @param folder - The mount point of the disk.
 * @returns the script's JSON output.
 */
export function onSmallDisk(folder: string, script: URL, ...args: readonly string[]): Record<string, unknown> {
  const run = [process.execPath, ...sourceArguments(script, ...args)]
  const said = execFileSync(UNSHARE, [...SMALL_DISK, folder, ...run], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(said) as Record<string, unknown>
}
