/**
 * Installs dependencies if they are missing or if package files have changed. The script is plain JavaScript without
 * dependencies, since it runs before any installation. It writes to stderr only.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runPnpm } from './pnpm.mjs'

const NODE_MINIMUM = [20, 19]
const LOCK_WAIT_MS_MAX = 10 * 60_000

const modules = join(ROOT, 'node_modules')
const stampFile = join(modules, '.utpid-set-up')
const lockFile = join(modules, '.utpid-set-up.lock')

/** Exits the process with one message that contains the remedy. */
function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1])) return
  fail(
    `utpid needs Node ${NODE_MINIMUM.join('.')} or newer; this is Node ${process.versions.node}. Get one from nodejs.org.`,
  )
}

function packageFolders() {
  const folders = readdirSync(join(ROOT, 'packages'), { withFileTypes: true })
  return folders
    .filter((folder) => folder.isDirectory() && existsSync(join(ROOT, 'packages', folder.name, 'package.json')))
    .map((folder) => join('packages', folder.name))
    .sort()
}

/** Returns a hash of the inputs of an installation. After any change, the next run installs again. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']
  for (const folder of packageFolders()) files.push(join(folder, 'package.json'))
  for (const file of files) {
    const path = join(ROOT, file)
    hash.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : 'absent')
  }
  return hash.digest('hex')
}

function isInstalled() {
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== fingerprint()) return false
  return packageFolders().every((folder) => existsSync(join(ROOT, folder, 'node_modules')))
}

function isRunning(processId) {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Takes the lock, since two concurrent installations would conflict. The second process waits, and then finds the
 * dependencies installed.
 */
function takeLock() {
  mkdirSync(modules, { recursive: true })
  const deadline = Date.now() + LOCK_WAIT_MS_MAX
  let told = false
  for (;;) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`The folder node_modules cannot be written: ${error.message}`)
    }
    const holder = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0
    if (holder > 0 && !isRunning(holder)) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (Date.now() > deadline)
      fail(`Another set-up (process ${holder}) has run for 10 minutes. End it or delete ${lockFile}.`)
    if (!told) console.error('Another set-up is running; waiting for it.')
    told = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function install() {
  console.error('Setting up: installing dependencies ...')
  const started = Date.now()
  const exitCode = runPnpm(['install', '--frozen-lockfile'], ['ignore', 2, 2])
  if (exitCode !== 0) {
    fail(
      [
        `Set-up failed: pnpm ended with exit code ${exitCode}; its message is above.`,
        'A network error: try again. ERR_PNPM_OUTDATED_LOCKFILE after editing a package.json: npm run pnpm -- install --no-frozen-lockfile',
      ].join('\n'),
    )
  }
  writeFileSync(stampFile, fingerprint())
  console.error(`Set-up done in ${Math.round((Date.now() - started) / 1000)} s.`)
}

requireNode()
if (!isInstalled()) {
  takeLock()
  process.on('exit', () => rmSync(lockFile, { force: true }))
  if (!isInstalled()) install()
}
