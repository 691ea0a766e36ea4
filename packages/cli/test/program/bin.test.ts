import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { few, temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'

const BIN = fileURLToPath(new URL('../../bin/utpid.mjs', import.meta.url))

/** A busy loop would take the processor from the command. */
const POLLED = { interval: 5, timeout: 50_000 }

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
}

test('the command ends quietly when its reader goes away, as in utpid map FILE | head', async () => {
  const folder = temporaryFolder()
  const [feed, data] = [join(folder, 'feed.jsonl'), join(folder, 'data')]
  writeFileSync(feed, '{"id":"1","name":"Hotel Aurora Sirkelbryggen","city":"Bergen"}\n')
  await runCli(['import', feed, '--supplier', 'north', '--data', data])
  writeFileSync(feed, '{"supplier":"north","code":"1"}\n'.repeat(20_000))

  const child = start('map', feed, '--data', data)
  let talk = ''
  child.stderr?.on('data', (text: Buffer) => {
    talk += text.toString()
  })
  const ended = once(child, 'close')
  const [first] = (await once(child.stdout as NodeJS.EventEmitter, 'data')) as [Buffer]
  child.stdout?.destroy()
  expect(first.toString()).toMatch(/^\{"line":1,/)
  expect([await ended, talk]).toEqual([[0, null], ''])
})

test.runIf(existsSync('/dev/full')).each([
  ['an answer', ['explain', '{"name":"Hotel Aurora"}', '{"name":"Aurora"}']],
  ['help', ['--help']],
])('an output that cannot be written ends the command with 2: %s', async (_, args) => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', full, 'pipe'], cwd: temporaryFolder() })
  let talk = ''
  child.stderr?.on('data', (text: Buffer) => {
    talk += text.toString()
  })
  expect(await once(child, 'close')).toEqual([2, null])
  closeSync(full)
  expect(talk).toMatch(/^(There is no registry.*\n)?utpid: The output cannot be written: the disk is full; .*\n$/)
})

const SIGNALS = [
  ['SIGHUP', 129, 'SIGHUP'],
  ['SIGINT', 130, 'Ctrl-C'],
  ['SIGTERM', 143, 'SIGTERM'],
] as const
test.each(SIGNALS.slice(0, few(SIGNALS.length)))(
  '%s ends the command with %d and one sentence, and gives the registry back',
  async (signal, exit, name) => {
    const folder = temporaryFolder()
    const [data, report] = [join(folder, 'data'), join(folder, 'report.jsonl')]
    const feed = join(folder, 'feed.jsonl')
    writeFileSync(feed, '{"id":"0","name":"Hotel Corona"}\n')
    // The folder has an index checkpoint, so a process watches this one.
    await runCli(['import', feed, '--supplier', 'north', '--data', data])
    expect(existsSync(join(data, 'index.checkpoint'))).toBe(true)
    const child = start('import', '-', '--supplier', 'north', '--batch', '1', '--data', data, '--report', report)
    let talk = ''
    child.stderr?.on('data', (text: Buffer) => {
      talk += text.toString()
    })
    const ended = once(child, 'close')
    // The first of two records is written when the report file has its line. The input stays open.
    child.stdin?.write('{"id":"1","name":"Hotel Aurora"}\n{"id":"2","name":"Hotel Borealis"}\n')
    await expect.poll(() => existsSync(report) && readFileSync(report, 'utf8'), POLLED).toContain('\n')
    child.kill(signal)
    // The system sends the signal, and the shell repeats it.
    if (signal === 'SIGHUP') child.kill(signal)
    expect(await ended).toEqual([exit, null])
    expect(talk).toMatch(
      new RegExp(
        `^utpid: Stopped by ${name}\\. \\d records? (is|are) kept; repeat the command to continue from there\\.\\n$`,
      ),
    )
    expect(readdirSync(data).filter((file) => file.startsWith('lock.json'))).toEqual([])
    expect((await runCli(['stats', '--data', data])).code).toBe(0)
  },
)
