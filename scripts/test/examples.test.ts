import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sourceArguments } from '@utpid/testing'
import { expect, test } from 'vitest'
import { ROOT } from '../repository/root.ts'

const run = promisify(execFile)

/** Expected output of each example. */
const PRINTS: Readonly<Record<string, readonly string[]>> = {
  'booking-engine': [
    'Bleuet Suites 14: wholesale 79',
    'Bleuet Suites 12: bedbank 84',
    'HOTEL LA CIGALE BLEUE: wholesale 109, bedbank 118, direct 125',
  ],
  'custom-comparison': [
    'licence same: 8 bits, confidence up',
    'licence other: -6 bits, confidence down',
    'licence unknown: 0 bits, confidence as before',
  ],
  'custom-index': ['2 in Rue du Four', '1 in Rue du Four, 1 in Place du Puits'],
  'service-with-webhooks': ['received registry.product.created, signed'],
}

test('the list contains every example', () => {
  const folders = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter((each) => each.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(PRINTS))
})

test.each(Object.entries(PRINTS))('the example %s prints the expected output', async (name, lines) => {
  const args = sourceArguments(new URL(`../../examples/${name}/main.ts`, import.meta.url))
  const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } })
  expect(stdout.trimEnd().split('\n')).toEqual(lines)
})
