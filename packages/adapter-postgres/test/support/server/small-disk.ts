import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

const BALLAST = 'ballast'
const PIECE_BYTES = 65_536

/** A disk of some megabytes, mounted in a folder. It is removed after the test. */
export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Mounts the disk. Skips the test with a reason if mounting is impossible: it needs root on Linux. */
  static mount(context: TestContext, folder: string, megabytes: number): SmallDisk {
    mkdirSync(folder)
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
    const why = error?.message ?? String(stderr).trim()
    context.skip(status !== 0, `NOT TESTED: no small disk can be mounted here, which requires root on Linux (${why})`)
    onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
    return new SmallDisk(folder)
  }

  /**
   * Fills the disk until `relieve` frees space.
   *
   * @param leaving - The number of bytes that stay free.
   */
  fill(leaving: number = 0): void {
    const path = join(this.folder, BALLAST)
    const file = openSync(path, 'w')
    try {
      for (;;) writeSync(file, Buffer.alloc(PIECE_BYTES))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    } finally {
      closeSync(file)
    }
    truncateSync(path, statSync(path).size - leaving)
  }

  relieve(): void {
    if (existsSync(join(this.folder, BALLAST))) rmSync(join(this.folder, BALLAST))
  }
}
