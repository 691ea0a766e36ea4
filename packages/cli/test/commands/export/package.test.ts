import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../support/run-cli.ts'
import { writeSampleFeeds } from '../../support/sample-feeds.ts'

let folder: string
let data: string
let file: string
let south: string

beforeEach(async () => {
  folder = temporaryFolder()
  data = join(folder, 'data')
  file = join(folder, 'registry.utpid')
  const feeds = writeSampleFeeds(folder)
  south = feeds.south
  await runCli(['import', feeds.north, '--supplier', 'north', '--data', data])
})

describe('utpid snapshot', () => {
  test('writes a file that every reading command opens in the place of a folder', async () => {
    const made = await runCli(['package', '--out', file, '--data', data])
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/registry\.utpid is the registry as of change \d+, [\d.]+ MB; done in/)
    const known = JSON.parse(
      (await runCli(['export', '--crosswalk', '--data', data, '--json', '--out', join(folder, 'c.csv')])).out,
    )
    expect(known.records).toBeGreaterThan(0)
    for (const [command = '', ...args] of [
      ['search', 'hotel'],
      ['locate', '--supplier', 'north', '--code', 'n1'],
      ['export', '--crosswalk'],
      ['suppliers'],
      ['alerts'],
    ]) {
      const [there, here] = await Promise.all([data, file].map((place) => runCli([command, ...args, '--data', place])))
      expect(here?.code, command).toBe(there?.code)
      expect(here?.out, command).toBe(there?.out)
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('registry'))).toEqual(['registry.utpid'])
  })

  test('tells as JSON what it wrote', async () => {
    const { out } = await runCli(['package', '--out', file, '--data', data, '--json'])
    expect(JSON.parse(out)).toEqual({
      out: file,
      change: expect.any(Number),
      bytes: expect.any(Number),
      seconds: expect.any(Number),
    })
  })

  test('takes no writes, and no work on its files', async () => {
    await runCli(['package', '--out', file, '--data', data])
    const imported = await runCli(['import', south, '--supplier', 'south', '--data', file])
    expect(imported.code).not.toBe(0)
    expect(imported.err).toContain('read-only')
    for (const command of ['check', 'compact']) {
      expect(await runCli([command, '--data', file])).toMatchObject({
        code: 2,
        err: expect.stringContaining('use the folder of a registry'),
      })
    }
    for (const line of [
      ['package', '--out', file],
      ['accounts'],
      ['keys', '--account', 'a'],
      ['backup', '--out', join(folder, 'b')],
    ]) {
      const { code, err } = await runCli([...line, '--data', file])
      expect({ line, code, err }).toEqual({
        line,
        code: 2,
        err: `utpid: ${file} is a file; use the folder of a registry.\n`,
      })
    }
  })

  test('is not written into the folder of the registry, and only of one', async () => {
    const inside = await runCli(['package', '--out', join(data, 'x.utpid'), '--data', data])
    expect(inside.code).toBe(2)
    expect(existsSync(join(data, 'x.utpid'))).toBe(false)
    expect((await runCli(['package', '--out', file, '--data', join(folder, 'none')])).code).toBe(5)
    expect((await runCli(['package', '--out', file, '--data', 'postgres://localhost/none'])).code).toBe(2)
    expect((await runCli(['package', '--data', data])).code).toBe(2)
  })

  test('a file that is no snapshot is refused with what to do', async () => {
    writeFileSync(file, 'name,city\n'.repeat(50))
    const asked = await runCli(['search', 'hotel', '--data', file])
    expect(asked.code).toBe(7)
    expect(asked.err).toContain('cannot be opened as a registry package')
  })
})

describe('--delta', () => {
  const delta = (name: string): string => join(folder, name)
  const changeOf = async (): Promise<string> => {
    const { out } = await runCli(['package', '--out', delta('now.utpid'), '--data', data, '--json'])
    return String(JSON.parse(out).change)
  }

  test('brings a snapshot up to date for a command, one delta after another', async () => {
    await runCli(['package', '--out', file, '--data', data])
    const first = await changeOf()
    await runCli(['import', south, '--supplier', 'south', '--data', data])
    const second = await changeOf()
    await runCli(['export', '--after', first, '--out', delta('one.jsonl.gz'), '--data', data])
    const located = await runCli(['locate', '--supplier', 'north', '--code', 'n1', '--data', data, '--json'])
    const { utpid } = JSON.parse(located.out)
    const pinned = await runCli(['pin', utpid, 'name=Hotel Chosen By Hand', '--by', 'ada', '--data', data])
    expect(pinned.code).toBe(0)
    await runCli(['export', '--after', second, '--out', delta('two.jsonl'), '--data', data])
    const deltas = ['--delta', delta('one.jsonl.gz'), '--delta', delta('two.jsonl')]
    for (const [command = '', ...args] of [['suppliers'], ['search', 'hotel'], ['export', '--crosswalk'], ['alerts']]) {
      const there = await runCli([command, ...args, '--data', data])
      const here = await runCli([command, ...deltas, ...args, '--data', file])
      expect(here.code, command).toBe(there.code)
      expect(here.out, command).toBe(there.out)
    }
    expect((await runCli(['suppliers', '--data', file])).out).not.toContain('south')
  })

  test('says which delta does not go on from what is there', async () => {
    await runCli(['package', '--out', file, '--data', data])
    await runCli(['import', south, '--supplier', 'south', '--data', data])
    const later = await changeOf()
    await runCli(['export', '--after', later, '--out', delta('late.jsonl'), '--data', data])
    const skipped = await runCli(['suppliers', '--data', file, '--delta', delta('late.jsonl')])
    expect(skipped.code).toBe(5)
    expect(skipped.err).toContain(`late.jsonl cannot be applied to ${file}`)
    writeFileSync(delta('else.jsonl'), 'name,city\n')
    const foreign = await runCli(['suppliers', '--data', file, '--delta', delta('else.jsonl')])
    expect(foreign.code).not.toBe(0)
    expect(foreign.err).toContain('else.jsonl cannot be applied')
  })

  test('neither the snapshot nor a delta is written over by what a command makes of them', async () => {
    await runCli(['package', '--out', file, '--data', data])
    const before = await changeOf()
    await runCli(['import', south, '--supplier', 'south', '--data', data])
    await runCli(['export', '--after', before, '--out', delta('d.jsonl'), '--data', data])
    const held = [file, delta('d.jsonl')].map((path) => readFileSync(path))
    for (const out of [file, delta('d.jsonl')]) {
      const place = ['--data', file, '--delta', delta('d.jsonl')]
      for (const command of [
        ['export', '--crosswalk', '--out', out],
        ['map', south, '--supplier', 'south', '--out', out],
      ]) {
        const { code, err } = await runCli([...command, ...place])
        expect({ command, code }).toEqual({ command, code: 2 })
        expect(err).toContain('another file')
      }
    }
    expect([file, delta('d.jsonl')].map((path) => readFileSync(path))).toEqual(held)
    const piped = await runCli(['suppliers', '--data', file, '--delta', '-'])
    expect(piped).toMatchObject({ code: 2, err: expect.stringContaining('--delta cannot read standard input') })
  })

  test('is for snapshots only, and for files that there are', async () => {
    await runCli(['package', '--out', file, '--data', data])
    writeFileSync(delta('d.jsonl'), '')
    for (const place of [data, join(folder, 'none'), 'postgres://localhost/none']) {
      const { code, err } = await runCli(['suppliers', '--data', place, '--delta', delta('d.jsonl')])
      expect({ place, code }).toEqual({ place, code: 2 })
      expect(err).toContain('--delta updates a registry package')
    }
    const missing = await runCli(['suppliers', '--data', file, '--delta', delta('gone.jsonl')])
    expect(missing.err).toContain('There is no file')
    const written = await runCli(['import', south, '--supplier', 's', '--data', file, '--delta', delta('d.jsonl')])
    expect(written.err).toContain(`${file} is a file, which is read-only`)
  })
})

describe('utpid export --after', () => {
  test('writes what changed since', async () => {
    const { change } = JSON.parse((await runCli(['package', '--out', file, '--data', data, '--json'])).out)
    copyFileSync(file, join(folder, 'kept'))
    await runCli(['import', south, '--supplier', 'south', '--data', data])
    const { code, out } = await runCli(['export', '--after', String(change), '--data', data])
    expect(code).toBe(0)
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows[0]).toMatchObject({ kind: 'utpid-delta', after: change })
    const suppliers = rows.flatMap((row) => (row.kind === 'record' ? [row.row.record.supplier] : []))
    expect(suppliers).toContain('south')
    expect(rows.at(-1)).toMatchObject({ kind: 'end' })
  })

  test('leaves nothing behind when it is refused, packed or not', async () => {
    for (const name of ['d.jsonl', 'd.jsonl.gz']) {
      const out = join(folder, name)
      const refused = await runCli(['export', '--after', '99999', '--out', out, '--data', data])
      expect(refused.code, name).toBe(5)
      expect(refused.err, name).toContain('feed')
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('d.'))).toEqual([])
  })

  test('wants a change that there was, and no crosswalk', async () => {
    expect((await runCli(['export', '--after', '99999', '--data', data])).err).toContain('feed')
    for (const wrong of ['-1', 'x', '1.5']) {
      expect((await runCli(['export', '--after', wrong, '--data', data])).code, wrong).toBe(2)
    }
    expect((await runCli(['export', '--after', '1', '--crosswalk', '--data', data])).code).toBe(2)
  })
})
