import { join } from 'node:path'
import { temporaryFolder } from '@utpid/testing'
import { expect, test } from 'vitest'
import { runCli } from '../support/run-cli.ts'

test('a demo that was left as it was is replaced, by the same feeds', async () => {
  const data = join(temporaryFolder(), 'data')
  const { out } = await runCli(['demo', '--data', data])
  const [, found] = /^true pairs under one UTPID +([\d.]+) %/m.exec(out) ?? []
  const figures = JSON.parse((await runCli(['demo', '--data', data, '--json'])).out)
  expect(figures).toMatchObject({ generated: true, total: { rejected: 0 }, stats: { suppliers: { total: 6 } } })
  expect(((figures.truth.sameUtpid / figures.truth.same) * 100).toFixed(1)).toBe(found)
})
