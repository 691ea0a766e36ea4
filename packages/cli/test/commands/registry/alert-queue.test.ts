import { rmSync } from 'node:fs'
import type { AlertGroupList, AlertList } from '@utpid/core/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AlertsRegistry, jsonOf } from '../../support/alerts-registry.ts'
import { runCli } from '../../support/run-cli.ts'

const registry = new AlertsRegistry()
beforeAll(() => registry.make())
afterAll(() => rmSync(registry.folder, { recursive: true, force: true }))

test('alerts are counted by group, filtered by it, and marked', async () => {
  const data = registry.copy()
  const { groups } = await jsonOf<AlertGroupList>('alert-groups', '--data', data)
  const [{ group, count, example } = { group: '', count: 0, example: { alertId: '' } }] = groups
  const of = async (...options: string[]): Promise<AlertList> => jsonOf('alerts', ...options, '--data', data)
  expect((await of('--group', group)).total).toBe(count)
  expect((await of('--group', group, '--supplier', 'nobody')).total).toBe(0)
  const kind = ['--kind', 'unsure', '--note', 'ask', '--by', 'ann']
  const marked = await runCli(['mark', example.alertId, ...kind, '--data', data])
  expect([marked.code, marked.out]).toEqual([0, expect.stringMatching(/ann on \d{4}-\d\d-\d\d: unsure: ask/)])
  expect((await of('--marked', 'unsure')).alerts.map(({ alertId }) => alertId)).toEqual([example.alertId])
  const first = await of('--limit', '1', '--order', 'oldest')
  const second = await of('--limit', '1', '--order', 'oldest', '--cursor', first.next ?? '')
  expect(second.alerts[0]?.alertId).not.toBe(first.alerts[0]?.alertId)
  const shown = await runCli(['alerts', '--limit', '1', '--order', 'oldest', '--data', data])
  expect(shown.err).toContain(`--cursor '${first.next}'`)
})

test.each([
  ['--detected-from', 'yesterday'],
  ['--country', 'Atlantis'],
  ['--kind', 'hotel'],
  ['--min-confidence', '70'],
])('a wrong filter %s %s is a usage error', async (option, value) => {
  expect((await runCli(['alerts', option, value, '--data', registry.copy()])).code).toBe(2)
})
