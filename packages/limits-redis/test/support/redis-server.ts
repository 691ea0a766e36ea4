import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'

const HOW_TO_GET_IT =
  'This test needs Redis: install it (Debian: apt-get install redis-server; macOS: brew install redis) so that redis-server is on the PATH, or name a running one by UTPID_TEST_REDIS_URL.'

/** A separate server for one test, which may kill it. */
export interface OwnRedis {
  /** The path of its socket. */
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
}

/** Returns the server of `UTPID_TEST_REDIS_URL`, else starts a separate one. */
export async function testRedis(): Promise<string> {
  const named = process.env.UTPID_TEST_REDIS_URL
  if (named !== undefined && named !== '') return named
  return (await ownRedis()).url
}

/** Starts a separate server. @throws an error that explains how to install Redis if it is missing. */
export async function ownRedis(): Promise<OwnRedis> {
  // Use a short path, since the path of a socket may have only about 100 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'utpid-redis-'))
  const url = join(folder, 's')
  let child: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }
  const start = async (): Promise<void> => {
    const options = ['--port', '0', '--unixsocket', url, '--save', '', '--appendonly', 'no', '--dir', folder]
    const started = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] })
    child = started
    await new Promise<void>((resolve, reject) => {
      started.once('error', () => reject(new Error(HOW_TO_GET_IT)))
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)))
      started.stdout?.on('data', (text: Buffer) => {
        if (/ready to accept connections/i.test(String(text))) resolve()
      })
    })
  }
  onTestFinished(async () => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return { url, start, kill }
}

/** Returns the time of a server in milliseconds since 1970. */
export async function serverTime(url: string): Promise<number> {
  const redis = new Redis(url)
  try {
    const [seconds, microseconds] = await redis.time()
    return Number(seconds) * 1_000 + Number(microseconds) / 1_000
  } finally {
    redis.disconnect()
  }
}
