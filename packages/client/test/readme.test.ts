import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { createClient } from '../src/index.ts'
import { servedRegistry } from './support/served-registry.ts'

const UTPID = /UTP-\w{5}-\w{5}-\w/g

test('the example of the README prints the documented output', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, code = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
  const [, said = ''] = /```text\n(.*?)```/s.exec(readme) ?? []
  const { address, key } = await servedRegistry([])
  const body = code.replace(/^import .*\n/, '').replace('http://127.0.0.1:8080', address)
  const run = (await transform(`export const run = async (createClient, process, console) => {${body}}`)).code
  const printed: string[] = []
  const log = (...parts: unknown[]): void => {
    printed.push(parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' '))
  }
  const example: { run: (...given: unknown[]) => Promise<void> } = await import(
    `data:text/javascript,${encodeURIComponent(run)}`
  )
  await example.run(createClient, { env: { UTPID_KEY: key } }, { log })
  expect(`${printed.join('\n')}\n`.replaceAll(UTPID, 'UTPID')).toBe(said.replaceAll(UTPID, 'UTPID'))
})
