import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { childCommand } from '../support/child-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const UNSHARE = 'unshare'
/** Mounts a small disk in a namespace of its own, which ends with the command. */
const SMALL_DISK = ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=16m none "$1" && shift && exec "$@"', 'sh']

function canMount(): boolean {
  return spawnSync(UNSHARE, [...SMALL_DISK, '/mnt', 'true']).status === 0
}

describe('a full disk', () => {
  it('is told as storage_full, loses nothing and writes again when there is space', (context) => {
    context.skip(!canMount(), 'this system lets nobody mount a small disk')
    const folder = temporaryFolder()
    const command = [...SMALL_DISK, folder, process.execPath, ...childCommand('fill', `${folder}/registry`)]
    const report = JSON.parse(execFileSync(UNSHARE, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    expect(report.code, report.message).toBe('storage_full')
    expect(report.message).toContain(folder)
    const { acknowledged } = report
    expect(acknowledged).toBeGreaterThan(50)
    expect(report).toMatchObject({
      change: acknowledged,
      indexAt: acknowledged,
      readable: acknowledged,
      afterwards: report.kept + 1,
    })
    // Whatever wants to write more is told the same; what still fits into the files may pass, and closing always does.
    expect(report.codes).toMatchObject({ indexVersion: 'storage_full', close: 'done', begin: 'storage_full' })
    expect(report.codes.commit).toMatch(/^(done|storage_full)$/)
    expect(report.codes.open).toMatch(/^(done|storage_full)$/)
    expect(report.kept).toBe(acknowledged + (report.codes.commit === 'done' ? 1 : 0))
  })
})
