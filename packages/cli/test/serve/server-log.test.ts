import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { Output } from '../../src/io/output.ts'
import { ServerLog } from '../../src/serve/server-log.ts'
import { withoutSecrets } from '../../src/serve/without-secrets.ts'

const KEY = `utp_live_${'aB3'.repeat(12)}`
const REQUEST = {
  requestId: 'req_1',
  method: 'GET',
  route: '/registry/product/{utpid}',
  status: 200,
  milliseconds: 1.2345,
  ip: '203.0.113.9',
  accountId: 'a1',
  keyId: 'k1',
}

function logged(level: string, isTTY: boolean, write: (log: ServerLog) => void): string {
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk)
      done()
    },
  })
  write(new ServerLog(new Output(Object.assign(stream, { isTTY })), level))
  return text
}

it('has a line of JSON for each request', () => {
  const [line = ''] = logged('info', false, (log) => log.request(REQUEST)).split('\n')
  const { time, ...facts } = JSON.parse(line)
  expect(Date.parse(time)).toBeGreaterThan(0)
  const { milliseconds: _, ...known } = REQUEST
  expect(facts).toEqual({ level: 'info', msg: 'request', ...known, ms: 1.2 })
})

it('says no more than its level', () => {
  const text = logged('warn', false, (log) => {
    log.request(REQUEST)
    log.info('nothing')
    log.request({ ...REQUEST, status: 503, code: 'overloaded' })
  })
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(text)).toMatchObject({ level: 'warn', status: 503, code: 'overloaded' })
  expect(logged('silent', false, (log) => log.internalError(new Error('x')))).toBe('')
})

it('is for people on a terminal', () => {
  const text = logged('info', true, (log) => {
    log.request({ ...REQUEST, status: 404, code: 'product_not_found' })
    log.internalError(new Error('broken'), 'req_2')
  })
  expect(text).toMatch(/^\d\d:\d\d:\d\d 404 product_not_found GET \/registry\/product\/\{utpid\} 1\.2 ms req_1\n/)
  expect(text).toMatch(/error: fault requestId=req_2\nError: broken\n {4}at /)
})

it('keeps what is secret out, wherever it stands', () => {
  const secrets = [KEY, 'whsec_c2VjcmV0c2VjcmV0', 'hunter2', 'abc.def']
  const write = (log: ServerLog): void => {
    const cause = new Error(`postgres://utpid:hunter2@db:5432/x refused ${KEY}`)
    log.internalError(new Error(`Authorization: Bearer abc.def; ${KEY} whsec_c2VjcmV0c2VjcmV0`, { cause }), KEY)
    log.warn(KEY, { authorization: 'hunter2', deep: { password: 'hunter2', cookie: 'utpid_session=hunter2; a=b' } })
    log.warn('utpid_session=hunter2; a=b', { secret: 'hunter2', text: KEY, key: KEY })
  }
  for (const isTTY of [false, true]) {
    const text = logged('debug', isTTY, write)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('[redacted]')
  }
  expect(withoutSecrets('redis://:hunter2@host:1')).toBe('redis://:[redacted]@host:1')
})

it('goes on when nobody reads it', () => {
  const stream = new Writable({ write: (_, __, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })) })
  const log = new ServerLog(new Output(stream), 'info')
  for (let at = 0; at < 10; at++) log.request(REQUEST)
})

it('drops lines rather than fill the memory, and says how many', () => {
  const waiting: (() => void)[] = []
  let text = ''
  const stream = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk)
      waiting.push(done)
    },
  })
  const log = new ServerLog(new Output(stream), 'info')
  for (let at = 0; at < 20_000; at++) log.request(REQUEST)
  expect(stream.writableLength).toBeLessThan(1_100_000)
  while (waiting.length > 0 && stream.writableLength > 0) waiting.shift()?.()
  log.info('after')
  while (waiting.length > 0) waiting.shift()?.()
  expect(text).toMatch(/"\d+ lines were lost"\}\n.*"after"/)
})
