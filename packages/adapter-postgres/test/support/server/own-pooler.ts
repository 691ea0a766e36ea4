import { spawn } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { OwnServer, ownFolder } from './own-server.ts'

export type PoolMode = 'session' | 'transaction'

const POLL_MS = 20
const READY_WITHIN_MS = 10_000

/** Returns the path of the installed pgbouncer. On Debian it is not on PATH. */
export function poolerProgram(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

/** Starts a server and a pgbouncer for one test, and returns the address. Both end with the test. */
export async function poolerAddress(program: string, mode: PoolMode): Promise<string> {
  const server = await OwnServer.start()
  const folder = ownFolder()
  chmodSync(folder, 0o777)
  const settings = [
    '[databases]',
    `postgres = host=${server.cluster.folder} port=5432 user=postgres`,
    '[pgbouncer]',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 20',
    'listen_addr =',
    'listen_port = 6432',
    `unix_socket_dir = ${folder}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${settings.join('\n')}\n`)
  const { uid, gid } = server.cluster.runsAs
  const user = { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) }
  const pooler = spawn(program, ['-q', file], { cwd: folder, ...user, stdio: 'ignore' })
  onTestFinished(() => {
    pooler.kill('SIGINT')
  })
  const url = `postgresql://postgres@127.0.0.1:6432/postgres?host=${encodeURIComponent(folder)}`
  for (const end = Date.now() + READY_WITHIN_MS; ; await setTimeout(POLL_MS)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return url
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}
