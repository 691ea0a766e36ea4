import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextLine } from '@utpid/testing'
import { expect } from 'vitest'
import { startChild } from './child-process.ts'

/**
 * Lets processes find the lock of a dead process at the same moment, in each round. Expects that one of them gets the
 * lock.
 */
export async function raceForALock(folder: string, processes: number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    // Writes a lock file only in the first round. The killed winner of a round leaves its ledger and socket for the
    // next round.
    if (round === 0) writeFileSync(join(folder, 'lock.json'), JSON.stringify({ pid: 2 ** 30, since: 'long ago' }))
    const children = Array.from({ length: processes }, () => startChild('hold', folder))
    const lines = await Promise.all(children.map((child) => nextLine(child)))
    expect(lines.filter((line) => line === 'open')).toHaveLength(1)
    for (const line of lines) if (line !== 'open') expect(JSON.parse(line)).toMatchObject({ code: 'storage_locked' })
    await Promise.all(children.map((child) => child.kill()))
  }
}
