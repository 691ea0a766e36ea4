import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { spool } from '../../src/source/spool.ts'
import { inPieces } from '../support/read-rows.ts'

const CONTENT = Buffer.from('hotel '.repeat(50_000))

test('the file has all bytes, only this user can read it, and it is removed', async () => {
  const file = await spool(inPieces(CONTENT, 1_000), { maxBytes: CONTENT.length })
  expect(readFileSync(file.path).equals(CONTENT)).toBe(true)
  expect([file.bytes, statSync(file.path).mode & 0o777]).toEqual([CONTENT.length, 0o600])
  await file.remove()
  await file.remove()
  expect(existsSync(file.path)).toBe(false)
})

test.each([
  ['more bytes than allowed', () => inPieces(CONTENT), 'document_too_large'],
  ['an error of the stream', failing, 'the stream broke'],
])('after %s, nothing remains', async (_, chunks, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'utpid-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(spool(chunks(), { maxBytes: CONTENT.length - 1 })).rejects.toSatisfy(
    (error: Error & { code?: string }) => error.code === message || error.message === message,
  )
  expect([tmpdir(), readdirSync(folder)]).toEqual([folder, []])
})

test('an aborted stream throws the reason', async () => {
  const controller = new AbortController()
  async function* aborting(): AsyncGenerator<Buffer> {
    yield CONTENT
    controller.abort(new Error('stopped'))
    yield CONTENT
  }
  await expect(spool(aborting(), { maxBytes: 1e9, signal: controller.signal })).rejects.toThrow('stopped')
})

test('a process that exits removes its files', () => {
  const script = `import { spool } from ${JSON.stringify(join(import.meta.dirname, '../../src/source/spool.ts'))}
    const { path } = await spool((async function* () { yield Buffer.from('x') })(), { maxBytes: 9 })
    console.log(path)
    process.exit(3)`
  const loader = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', script]
  let path = ''
  try {
    execFileSync(process.execPath, loader, { encoding: 'utf8', stdio: 'pipe', cwd: import.meta.dirname })
  } catch (error) {
    path = (error as { stdout: string }).stdout.trim()
    expect((error as { status: number }).status).toBe(3)
  }
  expect(path).toContain('utpid-feed-')
  expect(existsSync(path)).toBe(false)
})

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.from('x')
  throw new Error('the stream broke')
}
