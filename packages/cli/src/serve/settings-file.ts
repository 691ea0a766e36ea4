import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { usageError } from '../errors/cli-error.ts'
import { didYouMean } from '../text/did-you-mean.ts'
import type { ServerSettings } from './server-settings.ts'

type Value = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

const text = z.string('must be a text')
const number = z.number('must be a number')
const booleanValue = z.boolean('must be true or false')
const list = z.array(text, 'must be a list of texts')
const texts = z.record(z.string(), text, 'must be an object of texts')

/**
 * Settings with the names of environment variables and with JSON values. The values are validated together with the
 * environment.
 */
export const SETTINGS_FILE: z.ZodObject<Readonly<Record<keyof ServerSettings, z.ZodType<Value | undefined>>>> =
  z.strictObject({
    UTPID_STORAGE: text.optional(),
    UTPID_SCHEMA: text.optional(),
    UTPID_SURVIVORSHIP: text.optional(),
    UTPID_TERM_FREQUENCIES: text.optional(),
    UTPID_REPLICA: booleanValue.optional(),
    UTPID_REPLICA_FOLDER: text.optional(),
    UTPID_SECRET_KEY: text.optional(),
    UTPID_SECRETS_LOST: booleanValue.optional(),
    UTPID_REDIS_URL: text.optional(),
    UTPID_BASE_URL: text.optional(),
    UTPID_PASSWORDS: booleanValue.optional(),
    UTPID_TOTP: text.optional(),
    UTPID_OIDC_ISSUER: text.optional(),
    UTPID_OIDC_CLIENT_ID: text.optional(),
    UTPID_OIDC_CLIENT_SECRET: text.optional(),
    UTPID_OIDC_GROUPS: texts.optional(),
    UTPID_OIDC_GROUPS_CLAIM: text.optional(),
    UTPID_OIDC_SCOPES: list.optional(),
    UTPID_OIDC_REDIRECT_BASE: text.optional(),
    UTPID_OIDC_ACCOUNT: text.optional(),
    UTPID_OIDC_NAME: text.optional(),
    UTPID_TRUSTED_PROXIES: list.optional(),
    UTPID_CORS_ORIGINS: list.optional(),
    UTPID_IMAGE_HOSTS: list.optional(),
    UTPID_MAP_STYLE: text.optional(),
    UTPID_MAP_ATTRIBUTION: text.optional(),
    UTPID_WEBHOOK_NETWORKS: list.optional(),
    UTPID_WEBHOOK_HTTP: booleanValue.optional(),
    UTPID_LOG_LEVEL: text.optional(),
    UTPID_METRICS_PORT: number.optional(),
    UTPID_MAX_REQUESTS: number.optional(),
    UTPID_MAX_STREAMS: number.optional(),
    UTPID_MAX_BODY_BYTES: number.optional(),
    UTPID_MAX_CONNECTIONS: number.optional(),
    UTPID_BATCH_WORKERS: number.optional(),
    UTPID_READ_WORKERS: number.optional(),
    UTPID_UPLOAD_THREADS: number.optional(),
    UTPID_MAX_UPLOAD_BYTES: number.optional(),
    UTPID_UPLOAD_FOLDER: text.optional(),
    UTPID_KEPT_FILE_DAYS: number.optional(),
    UTPID_MAX_ACCOUNT_KEPT_BYTES: number.optional(),
    UTPID_MAX_KEPT_BYTES: number.optional(),
    UTPID_KEPT_FILE_FOLDER: text.optional(),
    UTPID_RESPONSE_SECONDS: number.optional(),
    UTPID_SHUTDOWN_NOTICE_SECONDS: number.optional(),
    UTPID_DRAIN_SECONDS: number.optional(),
    UTPID_LOG_DAYS: number.optional(),
    UTPID_ADDRESS_DAYS: number.optional(),
    UTPID_AUDIT_DAYS: number.optional(),
    UTPID_DELIVERY_DAYS: number.optional(),
  })

/**
 * Reads settings from a JSON file, and returns them like environment variables.
 *
 * @throws {CliError} for a file that cannot be read, is not JSON, or has an unknown setting. Messages do not contain
 *   values, which may be secrets.
 */
export async function settingsOfFile(path: string): Promise<Readonly<Record<string, string>>> {
  const bytes = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`The settings in ${path} cannot be read: ${REASONS[error.code ?? ''] ?? error.message}.`)
  })
  const parsed = SETTINGS_FILE.safeParse(jsonOf(path, bytes))
  if (!parsed.success) {
    throw usageError(`${path}: ${parsed.error.issues.flatMap(problemsOf).join('; ')}.`)
  }
  const given = Object.entries(parsed.data).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, variableText(value)]))
}

function variableText(value: Value): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user has no permission to read it',
}

function jsonOf(path: string, bytes: string): unknown {
  try {
    return JSON.parse(bytes)
  } catch {
    throw usageError(`${path} is not JSON; write for example { "UTPID_LOG_LEVEL": "info" }.`)
  }
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${key} is not a setting${didYouMean(key, Object.keys(SETTINGS_FILE.shape))}`)
  }
  return [issue.path.length === 0 ? 'it must be an object of settings' : `${issue.path.join('.')} ${issue.message}`]
}
