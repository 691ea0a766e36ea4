import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endServer } from './start-server.ts'
import { SERVER_FILE, SERVER_FOLDER_VARIABLE } from './test-server.ts'

/** Global set-up of vitest: names where a server would be, and ends it when a test started one. */
export default function serverOfTheRun(): () => Promise<void> {
  // Short, since the path of a socket may have about 100 bytes.
  const folder = join(tmpdir(), `utpid-pg-${process.pid}-${Date.now().toString(36)}`)
  process.env[SERVER_FOLDER_VARIABLE] = folder
  return async () => {
    const file = join(folder, SERVER_FILE)
    if (existsSync(file)) {
      const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { readonly pid?: number }
      if (pid !== undefined) await endServer(pid)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
