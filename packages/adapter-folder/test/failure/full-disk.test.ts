import { temporaryFolder } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { canMountSmallDisk, onSmallDisk } from '../support/small-disk.ts'

const CHILD = new URL('../support/child.ts', import.meta.url)
const FILL_SERVICE_STORE = new URL('../support/fill-service-store-child.ts', import.meta.url)
const NO_DISK = 'this system lets nobody mount a small disk'

describe('a full disk', () => {
  it('is reported as storage_full, loses nothing, and allows writes once space is free', (context) => {
    context.skip(!canMountSmallDisk(), NO_DISK)
    const folder = temporaryFolder()
    const report = onSmallDisk(folder, CHILD, 'fill', `${folder}/registry`) as unknown as {
      readonly acknowledged: number
      readonly kept: number
      readonly code: string
      readonly message: string
      readonly codes: Readonly<Record<string, string>>
    }
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
    // Every write that needs more space gets the same error. Writes that fit into the files may succeed, and closing
    // always succeeds.
    expect(report.codes).toMatchObject({ indexVersion: 'storage_full', close: 'done', begin: 'storage_full' })
    expect(report.codes.commit).toMatch(/^(done|storage_full)$/)
    expect(report.codes.open).toMatch(/^(done|storage_full)$/)
    expect(report.kept).toBe(acknowledged + (report.codes.commit === 'done' ? 1 : 0))
  })

  it('is reported by the store of a service, which stores only complete writes', (context) => {
    context.skip(!canMountSmallDisk(), NO_DISK)
    const folder = temporaryFolder()
    const report = onSmallDisk(folder, FILL_SERVICE_STORE, folder)
    expect(report).toMatchObject({ code: 'storage_full', isWhole: true, isFailing: true, isWell: true })
    expect(report.message).toContain(folder)
    expect(report.acknowledged).toBeGreaterThan(100)
    expect(report.present).toBe(report.acknowledged)
    expect(report.afterwards).toBe((report.acknowledged as number) + 1)
  })
})
