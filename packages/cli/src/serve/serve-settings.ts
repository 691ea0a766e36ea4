import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type SecretBox, type ServiceStore, secretBox } from '@utpid/service'
import { trySecrets } from '@utpid/service/internal'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { isAddress } from '../place/storage-place.ts'

const KEY_BYTES = 32
/** File of the secret key. A backup of the folder contains both the key and the secrets that it encrypts. */
const KEY_FILE = join('service', 'secret.key')
const OWNER_ONLY = 0o600

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the box that encrypts webhook secrets. Its keys come from `UTPID_SECRET_KEY`: one key, or several with the
 * newest first. Without the variable, a folder gets a new key in a file.
 *
 * @returns Undefined for a database without the variable: every process that serves it needs the same key.
 * @throws {CliError} for a key in an invalid form.
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
 * Rejects a key that opens none of the stored secrets: every delivery of every webhook, and every sign-in with a second
 * factor, would fail.
 *
 * @param isLost - Whether the operator has declared the former key lost.
 * @returns A warning if the key does not open all secrets.
 * @throws {CliError} that says how to add the former key, and how to continue without it.
 */
export async function checkSecrets(
  store: ServiceStore,
  secrets: SecretBox | undefined,
  isLost: boolean,
): Promise<string | undefined> {
  if (secrets === undefined) return undefined
  const { tried, unreadable } = await trySecrets(store, secrets)
  if (unreadable === 0) return undefined
  const what = `${unreadable} of ${tried} secrets of webhooks and second factors cannot be decrypted with UTPID_SECRET_KEY, or ${KEY_FILE} of the folder`
  if (unreadable < tried || isLost)
    return `${what}: deliveries fail until the secrets are rotated, and members need a recovery code to sign in`
  throw usageError(
    `${what}. Set the key that encrypted them; if there is a new key, put it first, with a comma after it. If the key is lost, start with UTPID_SECRETS_LOST=true and rotate the secret of each webhook; an owner or admin resets the second factor of members without a recovery code.`,
  )
}

function keyOf(text: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw usageError(
    `UTPID_SECRET_KEY is not ${KEY_BYTES} bytes as base64; create one with: head -c ${KEY_BYTES} /dev/urandom | base64`,
  )
}

async function keptKey(file: string): Promise<Uint8Array> {
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true })
    const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`
    // If two processes start at the same time, only one of them creates the file.
    await writeFile(file, text, { mode: OWNER_ONLY, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new CliError(
    EXIT.storage,
    `${file} is not the key that utpid wrote; restore it, or the webhook secrets are lost.`,
  )
}
