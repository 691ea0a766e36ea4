import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../repository/root.ts'

export interface Started {
  readonly address: string
  /** The first API key of the service, with all scopes. */
  readonly key: string
  stop(): Promise<void>
}

/** Starts `utpid serve` on a free port, with the two hotels that documents use. */
export async function startService(folder: string): Promise<Started> {
  const bin = join(ROOT, 'packages/cli/bin/utpid.mjs')
  const child = spawn(process.execPath, [bin, 'serve', '--data', join(folder, 'served'), '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, UTPID_SHUTDOWN_NOTICE_SECONDS: '0' },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  const { address, key } = await new Promise<{ readonly address: string; readonly key: string }>((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said += String(text)
      const [, at] = /at (http:\/\/127\.0\.0\.1:\d+)\./.exec(said) ?? []
      const [first] = /utp_live_\w{36}/.exec(said) ?? []
      if (at !== undefined && first !== undefined) resolve({ address: at, key: first })
    })
    child.once('exit', (code) => reject(new Error(`utpid serve ended with ${code}: ${said}`)))
  })
  const hotel = { name: 'Hotel Ritz', category: 'hotel', location: { city: 'Paris', country: 'FR' } }
  for (const code of ['1', '2']) {
    const response = await fetch(`${address}/registry/supplier/expo/code/${code}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...hotel, name: `${hotel.name} ${code}` }),
    })
    if (response.ok) continue
    child.kill('SIGTERM')
    throw new Error(`The service rejected a record: ${await response.text()}`)
  }
  return {
    address,
    key,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
