import { expect, test } from 'vitest'
import { newPasswordServer, PASSWORD } from '../../../adapter-postgres/test/support/server/password-server.ts'
import { EXIT } from '../../src/errors/exit-codes.ts'
import { runCli } from '../support/run-cli.ts'

test('a database that does not let the command in is an error of the storage, told without the password', async () => {
  const { addressOf, server } = await newPasswordServer()
  const asked = async (address: string): Promise<string> => {
    const { code, out, err } = await runCli(['stats', '--storage', address])
    expect([code, out]).toEqual([EXIT.storage, ''])
    expect(err).not.toContain(PASSWORD)
    return err
  }
  expect(await asked(addressOf({ password: `${PASSWORD}x` }))).toContain('check user and password')
  expect(await asked(addressOf({ password: '' }))).toContain('check user and password')
  expect(await asked(addressOf({ database: 'missing' }))).toContain('no such database')
  expect(await asked(addressOf({}))).toContain('There is no registry in postgres')
  await server.end()
  expect(await asked(addressOf({}))).toContain('failed or was lost')
})
