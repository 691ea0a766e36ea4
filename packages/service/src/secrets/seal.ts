import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import { type RandomBytes, systemRandomBytes } from '../environment/random-bytes.ts'
import { ServiceError } from '../errors/service-error.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 4
const VERSION = 'v1'

/** Encrypts secrets that must be readable later and must not be stored in plain text. */
export interface SecretBox {
  /**
   * @param purpose - The owner of the text, such as a row id. The text can be opened only with the same purpose, so
   * that nobody with write access to the store can move a secret to another row.
   */
  seal(text: string, purpose: string): string
  /** Decrypts a text. @throws `secret_unreadable` for a changed text, another key or another purpose. */
  open(sealed: string, purpose: string): string
}

/**
 * Creates a box with AES-256-GCM.
 *
 * @param keys - 32 bytes each, from the configuration. The first key encrypts; all keys decrypt. To replace a key, put
 * the new key first.
 * @throws `validation_failed` for a key of another length.
 */
export function secretBox(
  keys: readonly [Uint8Array, ...Uint8Array[]],
  randomBytes: RandomBytes = systemRandomBytes,
): SecretBox {
  for (const key of keys) {
    if (key.byteLength === KEY_BYTES) continue
    throw new RegistryError(
      'validation_failed',
      `A key for encrypting secrets has ${key.byteLength} bytes; use ${KEY_BYTES} bytes, for example the output of "openssl rand -base64 32".`,
    )
  }
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const [sealing] = keys
  return {
    seal(text, purpose) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, sealing, iv).setAAD(Buffer.from(purpose))
      const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, keyId(sealing), bytes.toString('base64url')].join('.')
    },
    open(sealed, purpose) {
      const [version, id = '', content = ''] = sealed.split('.')
      const key = byId.get(id)
      if (version !== VERSION || key === undefined) throw unreadableSecret()
      const bytes = Buffer.from(content, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) throw unreadableSecret()
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(text).toString('utf8')
      } catch {
        // Omit the cause: the cause does not help, and must not reveal which keys were tried.
        throw unreadableSecret()
      }
    },
  }
}

/** Identifies a key without revealing it. */
function keyId(key: Uint8Array): string {
  return createHash('sha256').update('utpid secret box').update(key).digest().subarray(0, KEY_ID_BYTES).toString('hex')
}

function unreadableSecret(): ServiceError {
  return new ServiceError(
    'secret_unreadable',
    'A secret in the store cannot be decrypted; add the key that encrypted it to the keys of the service, and restart.',
  )
}
