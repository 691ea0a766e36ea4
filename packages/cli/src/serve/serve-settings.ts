import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type SecretBox, type ServiceStore, secretBox, trySecrets } from '@utpid/service'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { isAddress } from '../place/storage-place.ts'

const KEY_BYTES = 32
/** Beside what it opens; a backup of the folder has both. */
const KEY_FILE = join('service', 'secret.key')
const OWNER_ONLY = 0o600

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The box for secrets of webhooks: by `UTPID_SECRET_KEY`, one key or several with the newest first; for a folder without
 * it, by a key that is made there.
 *
 * @returns undefined for a database without the variable: every process that serves it needs the same key.
 * @throws {CliError} for a key of another form.
 */
export async function secretsOf(place: string, env: Environment): Promise<SecretBox | undefined> {
  const given = env.UTPID_SECRET_KEY?.trim()
  if (given !== undefined && given !== '') {
    const [first, ...others] = given.split(',').map(keyOf)
    if (first !== undefined) return secretBox([first, ...others])
  }
  return isAddress(place) ? undefined : secretBox([await keptKey(join(place, KEY_FILE))])
}

/**
 * Refuses a key that opens none of the secrets that are stored: every delivery of every webhook would fail.
 *
 * @param isLost - Whether the operator knows that the former key is lost.
 * @returns what to warn of: some or all of the webhooks cannot be signed for.
 * @throws {CliError} that says how the former key is given, and what to do without it.
 */
export async function checkSecrets(
  store: ServiceStore,
  secrets: SecretBox | undefined,
  isLost: boolean,
): Promise<string | undefined> {
  if (secrets === undefined) return undefined
  const { tried, unreadable } = await trySecrets(store, secrets)
  if (unreadable === 0) return undefined
  const what = `The secrets of ${unreadable} of ${tried} webhooks cannot be opened by UTPID_SECRET_KEY, or ${KEY_FILE} of the folder`
  if (unreadable < tried || isLost) return `${what}: their deliveries fail until the secrets are rotated`
  throw new CliError(
    EXIT.usage,
    `${what}. Give the key that they were sealed by, after a new one and a comma if there is one. If it is lost, start with UTPID_SECRETS_LOST=true and rotate the secret of each webhook.`,
  )
}

function keyOf(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new CliError(
    EXIT.usage,
    `UTPID_SECRET_KEY is not ${KEY_BYTES} bytes as base64; make one with: head -c ${KEY_BYTES} /dev/urandom | base64`,
  )
}

async function keptKey(file: string): Promise<Uint8Array> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true })
    const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`
    // Of two processes that begin at once one makes it.
    await writeFile(file, text, { mode: OWNER_ONLY, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new CliError(
    EXIT.storage,
    `${file} is not the key that utpid wrote; restore it, or secrets of webhooks are lost.`,
  )
}
