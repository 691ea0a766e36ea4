import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OwnServer } from './own-server.ts'
import { withClientOf } from './with-client.ts'

export const PASSWORD = 'open-sesame'
const USER = 'registrar'

export interface AddressParts {
  readonly user?: string
  readonly password?: string
  readonly database?: string
}

/**
 * Starts a server that requires a password from all users except its owner. The user `registrar` has a password, but
 * may create nothing.
 */
export async function newPasswordServer(): Promise<{
  readonly server: OwnServer
  readonly addressOf: (parts: AddressParts) => string
}> {
  const server = await OwnServer.start()
  const { data, url } = server.cluster
  await withClientOf(url, async (client) => {
    await client.query(`create role ${USER} login password '${PASSWORD}'`)
    const rules = ['trust', 'scram-sha-256'].flatMap((method) => {
      const who = method === 'trust' ? 'postgres' : 'all'
      return [`local all ${who} ${method}`, `host all ${who} 127.0.0.1/32 ${method}`]
    })
    writeFileSync(join(data, 'pg_hba.conf'), rules.map((rule) => `${rule}\n`).join(''))
    await client.query('select pg_reload_conf()')
  })
  const addressOf = ({ user = USER, password = PASSWORD, database = 'postgres' }: AddressParts): string => {
    const address = new URL(url)
    address.username = user
    address.password = password
    address.pathname = `/${database}`
    return address.href
  }
  return { server, addressOf }
}
