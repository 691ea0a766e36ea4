import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SERVER_SETTINGS } from '../../src/serve/server-settings.ts'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)), 'utf8')
const compose = read('compose.yaml')
const guide = read('docs/guide/self-host.md')
const dockerfile = read('Dockerfile')

/** Returns the value on the line of a setting. */
function lineOf(name: string): string {
  return new RegExp(`^ +${name}: (.*)$`, 'm').exec(compose)?.[1] ?? ''
}

it('passes every setting of the service through, and none that it does not know', () => {
  const passed = [...compose.matchAll(/^ {6}(UTPID_\w+):/gm)].map(([, name]) => name)
  expect(passed.toSorted()).toEqual(Object.keys(SERVER_SETTINGS.shape).toSorted())
  for (const name of passed) {
    const isMade = ['UTPID_STORAGE', 'UTPID_REDIS_URL', 'UTPID_SECRET_KEY', 'UTPID_UPLOAD_FOLDER'].includes(
      name as string,
    )
    if (!isMade) expect(lineOf(name as string)).toBe(`\${${name}:-}`)
  }
})

it('keeps uploads on a disk, not in a folder that is memory', () => {
  const folder = lineOf('UTPID_UPLOAD_FOLDER')
  expect(lineOf('tmpfs')).toBe('[/tmp]')
  expect(compose).toContain(`volumes: ["uploads:${folder}"]`)
  expect(dockerfile).toContain(`mkdir ${folder} && chown node:node ${folder}`)
})

it('needs what the guide tells to set, and nothing else', () => {
  const needed = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
  const [, env = ''] = /cat > \.env <<END\n([\s\S]*?)\nEND/.exec(guide) ?? []
  const told = [...env.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(told.toSorted()).toEqual([...needed].toSorted())
})

it('asks for the health that the service answers, where it listens', () => {
  expect(dockerfile).toContain("fetch('http://127.0.0.1:8080/health')")
  expect(dockerfile).toContain('EXPOSE 8080')
  expect(dockerfile).not.toMatch(/^VOLUME/m)
  expect(lineOf('ports')).toBe('["127.0.0.1:8080-8089:8080"]')
  expect(compose).toContain('pg_isready, --host, 127.0.0.1')
})

it('gives a process the time that it takes to stop', () => {
  const defaults = SERVER_SETTINGS.parse({}) as { UTPID_SHUTDOWN_NOTICE_SECONDS: number; UTPID_DRAIN_SECONDS: number }
  const taken = Math.max(15, defaults.UTPID_SHUTDOWN_NOTICE_SECONDS + defaults.UTPID_DRAIN_SECONDS)
  const [, grace] = /^ +stop_grace_period: (\d+)s$/m.exec(compose) ?? []
  expect(Number(grace)).toBeGreaterThanOrEqual(taken + 5)
  const [, docker] = /--stop-timeout (\d+)/.exec(guide) ?? []
  expect(docker).toBe(grace)
})
