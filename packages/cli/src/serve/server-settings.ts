import { TERM_FREQUENCY_MODES, type TermFrequencyMode } from '@utpid/core/operations'
import { addressBehind, isImageHost, UPLOAD_RULES } from '@utpid/http-koa'
import {
  DestinationGuard,
  GROUPS_CLAIM,
  KEPT_FILE_RULES,
  PROVIDER_CALLBACK_PATH,
  PROVIDER_SCOPES,
  RESULT_DAYS,
  ROLE_NAMES,
  type Role,
  TOTP_MODES,
  type TotpMode,
} from '@utpid/service/internal'
import { z } from 'zod'
import { usageError } from '../errors/cli-error.ts'
import { didYouMean } from '../text/did-you-mean.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
const MAX_PORT = 65_535
const MAX_PROVIDER_NAME = 60
/** Ten years. */
const MAX_DAYS = 3_653
/** Only digits: conversion to a number would also accept `1e3`, ` 1` and an empty text. */
const DIGITS = /^\d{1,15}$/

function whole(min: number, max: number): z.ZodType<number, string> {
  const range = `must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  return z
    .string()
    .regex(DIGITS, range)
    .transform(Number)
    .refine((number) => number >= min && number <= max, range)
}

const list: z.ZodType<readonly string[], string> = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

const address = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://registry.example.com' })
  .transform((text) => new URL(text))
  .refine(
    ({ search, hash, pathname }) => search === '' && hash === '' && pathname === '/',
    'must not have a path after the host',
  )
  .transform(({ origin }) => origin)

const mapStyle = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://tiles.example.com/style.json', abort: true })
  .refine((text) => hasPlainHost(text), 'must name one host, without placeholders or a password')
  .refine(
    (text) => !/[{}]/.test(text) || ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
    'must be a style, or have {z}, {x} and {y}',
  )

/** The content security policy of the dashboard repeats the host, so it must have no wildcards and separators. */
function hasPlainHost(text: string): boolean {
  const { hostname, username, password } = new URL(text)
  return username === '' && password === '' && PLAIN_HOST.test(hostname)
}

const PLAIN_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

const networks = list.superRefine((all, context) => {
  try {
    addressBehind(all)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is wrong: ${(error as Error).message.replace(/\.$/, '')}` })
  }
})

const webhookNetworks = list.superRefine((all, context) => {
  try {
    void new DestinationGuard({ allowedNetworks: all })
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is wrong: ${(error as Error).message.replace(/\.$/, '')}` })
  }
})

const yesOrNo: z.ZodType<boolean, string> = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')

/** Unlike the public address, it may have a path: the prefix that a proxy adds. */
const redirectBase = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://registry.example.com/v1' })
  .transform((text) => new URL(text))
  .refine(({ search, hash }) => search === '' && hash === '', 'must not have a query or #')
  .transform(({ origin, pathname }) => `${origin}${pathname.replace(/\/$/, '')}`)

const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://sso.example.com/realms/travel', abort: true })
  .refine((text) => isSecure(new URL(text)), 'must use https, except on this machine')

/** Names of this machine, at which a connection needs no encryption. */
const OWN_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a connection cannot be read on its way. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || OWN_HOSTS.has(hostname)
}

const scopes = list.refine((all) => all.includes('openid'), 'must contain openid')

const GROUP_ROLES = z
  .record(z.string().min(1), z.enum(ROLE_NAMES as [Role, ...Role[]]))
  .refine((groups) => Object.keys(groups).length > 0)

const groupRoles = z.string().transform((text, context): Readonly<Record<string, Role>> => {
  let groups: unknown
  try {
    groups = JSON.parse(text)
  } catch {
    groups = undefined
  }
  const parsed = GROUP_ROLES.safeParse(groups)
  if (parsed.success) return parsed.data
  const message = `must be JSON with a role for each group, such as {"content": "reviewer"}; roles are ${ROLE_NAMES.join(', ')}`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const redis = z
  .string()
  .regex(/^(rediss?:\/\/|\/)/, 'must be an address like redis://127.0.0.1:6379, or the path of a socket')

/**
 * The environment variables of `utpid serve`: secrets, and settings that differ between deployments. `--data`, `--host`
 * and `--port` are also options. `docs/reference/settings.md` lists them.
 */
export const SERVER_SETTINGS: z.ZodObject<
  Readonly<Record<keyof ServerSettings, z.ZodType<unknown, string | undefined>>>
> = z.object({
  UTPID_STORAGE: z.string().optional().describe('The address of a database, or a folder; as `--storage`'),
  UTPID_SCHEMA: z
    .string()
    .optional()
    .describe('Module with further fields, comparisons and blocking rules; as `--schema`'),
  UTPID_SURVIVORSHIP: z
    .string()
    .optional()
    .describe('JSON file of the rules by which a product chooses its values; as `--survivorship`'),
  UTPID_TERM_FREQUENCIES: z
    .enum(TERM_FREQUENCY_MODES, 'must be automatic or manual')
    .default('automatic')
    .describe(
      '`automatic` counts the words of the registry as a job when a count is due, after an import and every hour; `manual` only by a `rescore` job',
    ),
  UTPID_REPLICA: yesOrNo
    .default(false)
    .describe('`true` serves reads of a database from a copy in the memory of the process; as `--replica`'),
  UTPID_REPLICA_FOLDER: z
    .string()
    .optional()
    .describe('A folder for such a copy, so that a restart reads only the changes since then; as `--replica-folder`'),
  UTPID_SECRET_KEY: z
    .string()
    .optional()
    .describe(
      'Key for the encryption of the secrets of webhooks, second factors and sign-ins: 32 bytes as base64, or several keys with commas, the newest first. A folder creates one',
    ),
  UTPID_SECRETS_LOST: yesOrNo
    .default(false)
    .describe(
      '`true` starts although the key decrypts no stored secret of webhooks and second factors: use it when the former key is lost, then rotate the secret of each webhook and reset second factors',
    ),
  UTPID_REDIS_URL: redis
    .optional()
    .describe('A Redis server for the limits that processes share; without it they share them through their database'),
  UTPID_BASE_URL: address
    .optional()
    .describe(
      'Public address of the service: `https://registry.example.com`. Webhooks must not use it as their destination',
    ),
  UTPID_PASSWORDS: yesOrNo
    .default(true)
    .describe(
      '`false` turns passwords off: members sign in with the sign-in provider only. Keys can still sign in to the dashboard',
    ),
  UTPID_TOTP: z
    .enum(TOTP_MODES as [TotpMode, ...TotpMode[]], `must be one of ${TOTP_MODES.join(', ')}`)
    .default('optional')
    .describe(
      'Second factor of passwords, with an authenticator app: `optional`, or `required`, so that members set it up at their next sign-in',
    ),
  UTPID_OIDC_ISSUER: issuer
    .optional()
    .describe('Sign-in provider (OpenID Connect): its issuer, such as `https://sso.example.com/realms/travel`'),
  UTPID_OIDC_CLIENT_ID: z.string().min(1).optional().describe('Id of this service at the provider'),
  UTPID_OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret of this service at the provider. Without it, this service is a public client'),
  UTPID_OIDC_GROUPS: groupRoles
    .optional()
    .describe(
      `Roles of the provider’s groups, as JSON: \`{"utpid-admins": "admin", "content": "reviewer"}\`. If a person has several groups, the role with the most permissions counts: ${ROLE_NAMES.join(', ')}`,
    ),
  UTPID_OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default(GROUPS_CLAIM)
    .describe('Claim with the groups of a person; dots lead into objects: `realm_access.roles`'),
  UTPID_OIDC_SCOPES: scopes
    .default(PROVIDER_SCOPES)
    .describe('Scopes to request from the provider, with commas. Default: `openid,email,profile`'),
  UTPID_OIDC_REDIRECT_BASE: redirectBase
    .optional()
    .describe(
      `Public address of this service, with the path prefix of a proxy. The provider sends people back to it, at \`${PROVIDER_CALLBACK_PATH}\`. Default: UTPID_BASE_URL`,
    ),
  UTPID_OIDC_ACCOUNT: z
    .string()
    .min(1)
    .optional()
    .describe('Id of the account that people sign in to with the provider. Default: the account of the operator'),
  UTPID_OIDC_NAME: z
    .string()
    .min(1)
    .max(MAX_PROVIDER_NAME)
    .default('single sign-on')
    .describe('Name of the provider on the sign-in page: “Sign in with NAME”'),
  UTPID_TRUSTED_PROXIES: networks
    .optional()
    .describe(
      'Networks of proxies whose `X-Forwarded-For` is trusted, with commas: `10.0.0.0/8`, `loopback`, `private`',
    ),
  UTPID_CORS_ORIGINS: list
    .optional()
    .describe('Origins of web pages that may call the API, with commas: `https://shop.example.com`. Default: none'),
  UTPID_IMAGE_HOSTS: list
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .refine(
      (hosts) => hosts.every(isImageHost),
      'must be host names without a path, like img.example.com or *.example.com',
    )
    .optional()
    .describe(
      'Hosts of photos that the dashboard shows over https, with commas: `img.example.com`, `*.example.com`. Default: none; the dashboard links photos of other hosts',
    ),
  UTPID_MAP_STYLE: mapStyle
    .optional()
    .describe(
      'Tiles of the map in the dashboard: a MapLibre style (`https://tiles.example.com/style.json`) or image tiles (`https://tiles.example.com/{z}/{x}/{y}.png`). Browsers load from this host, and see the address. Default: a plan that loads nothing',
    ),
  UTPID_MAP_ATTRIBUTION: z
    .string()
    .max(500, 'must have at most 500 characters')
    .optional()
    .describe('Text below the map that names the source of its tiles: `© OpenStreetMap contributors`'),
  UTPID_WEBHOOK_NETWORKS: webhookNetworks
    .optional()
    .describe('Private networks that are allowed as destinations of webhooks, with commas: `10.1.0.0/16`'),
  UTPID_WEBHOOK_HTTP: yesOrNo
    .default(false)
    .describe('`true` also allows http destinations of webhooks: anyone on the network path can read them'),
  UTPID_LOG_LEVEL: z
    .enum(LEVELS, `must be one of ${LEVELS.join(', ')}`)
    .default('info')
    .describe('Log level: `fatal`, `error`, `warn`, `info` (a line for each request), `debug` or `silent`'),
  UTPID_METRICS_PORT: whole(1, MAX_PORT)
    .optional()
    .describe('A loopback port that answers `/metrics` without a key, in addition to the scope `metrics:read`'),
  UTPID_MAX_REQUESTS: whole(1, 100_000)
    .default(256)
    .describe('Maximum concurrent requests; more are answered with `overloaded`'),
  UTPID_MAX_STREAMS: whole(1, 100_000)
    .default(64)
    .describe('Maximum concurrent batches, imports and streamed responses; more are answered with `overloaded`'),
  UTPID_MAX_BODY_BYTES: whole(1_000_000, 100_000_000_000)
    .default(64_000_000)
    .describe('Maximum bytes of request bodies in memory; more are answered with `overloaded`'),
  UTPID_MAX_CONNECTIONS: whole(1, 1_000_000).default(10_000).describe('Maximum open connections; more are closed'),
  UTPID_BATCH_WORKERS: whole(0, 64)
    .optional()
    .describe(
      'Threads that match batches of twenty inputs or more, for a folder; 0 uses the main thread. Default: two less than the processors',
    ),
  UTPID_READ_WORKERS: whole(0, 64)
    .optional()
    .describe(
      'Threads that answer searches, matches and batches of up to four inputs, for a folder; 0 uses the main thread. Default: half of the processors, up to 4',
    ),
  UTPID_UPLOAD_THREADS: whole(1, 64)
    .default(UPLOAD_RULES.maxThreads)
    .describe(
      'Threads that read the bodies of batches and imports, with a heap of up to 256 MB each; one body at a time for each account. One additional thread reads only bodies of up to 1 MB',
    ),
  UTPID_MAX_UPLOAD_BYTES: whole(1_000_000, 1_000_000_000_000)
    .default(UPLOAD_RULES.maxStoredBytes)
    .describe(
      'Maximum bytes of waiting bodies of batches and imports, on disk if longer than 256 KB; half of it for one account. More are answered with `overloaded`',
    ),
  UTPID_UPLOAD_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The folder of these bodies, as files without a name. Default: the folder of the registry; with PostgreSQL the folder of temporary files',
    ),
  UTPID_KEPT_FILE_DAYS: whole(0, RESULT_DAYS)
    .default(KEPT_FILE_RULES.days)
    .describe(
      'Retention of the files of imports and batches, for downloads with UTPIDs, in days, up to 30; 0 keeps none',
    ),
  UTPID_MAX_ACCOUNT_KEPT_BYTES: whole(0, 1_000_000_000_000)
    .default(KEPT_FILE_RULES.maxAccountBytes)
    .describe('Maximum bytes of the kept files of one account. Further files are imported and not kept'),
  UTPID_MAX_KEPT_BYTES: whole(0, 100_000_000_000_000)
    .default(KEPT_FILE_RULES.maxBytes)
    .describe('Maximum bytes of the kept files of all accounts'),
  UTPID_KEPT_FILE_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The folder of kept files, which all processes of the service must share. Default: in the folder of the registry; with PostgreSQL in the database',
    ),
  UTPID_RESPONSE_SECONDS: whole(1, 3_600)
    .default(30)
    .describe('Maximum time of an answer, which is then `deadline_exceeded`'),
  UTPID_SHUTDOWN_NOTICE_SECONDS: whole(0, 300)
    .default(3)
    .describe(
      'How long the service continues after SIGTERM or SIGHUP while `/ready` fails, so that proxies send new requests elsewhere',
    ),
  UTPID_DRAIN_SECONDS: whole(0, 300).default(10).describe('Maximum time for started requests after that'),
  UTPID_LOG_DAYS: whole(1, MAX_DAYS).default(90).describe('Retention of requests in the logs of accounts, in days'),
  UTPID_ADDRESS_DAYS: whole(1, MAX_DAYS)
    .optional()
    .describe('Retention of client addresses in the logs, in days. Default: as long as the logs'),
  UTPID_AUDIT_DAYS: whole(1, MAX_DAYS)
    .optional()
    .describe('Retention of the audit log of accounts, in days. Default: forever'),
  UTPID_DELIVERY_DAYS: whole(1, MAX_DAYS).default(30).describe('Retention of webhook deliveries, in days'),
})

/** The parsed settings. */
export interface ServerSettings {
  readonly UTPID_SCHEMA?: string | undefined
  readonly UTPID_SURVIVORSHIP?: string | undefined
  readonly UTPID_STORAGE?: string | undefined
  readonly UTPID_TERM_FREQUENCIES: TermFrequencyMode
  readonly UTPID_REPLICA: boolean
  readonly UTPID_REPLICA_FOLDER?: string | undefined
  readonly UTPID_SECRET_KEY?: string | undefined
  readonly UTPID_SECRETS_LOST: boolean
  readonly UTPID_REDIS_URL?: string | undefined
  readonly UTPID_BASE_URL?: string | undefined
  readonly UTPID_PASSWORDS: boolean
  readonly UTPID_TOTP: TotpMode
  readonly UTPID_OIDC_ISSUER?: string | undefined
  readonly UTPID_OIDC_CLIENT_ID?: string | undefined
  readonly UTPID_OIDC_CLIENT_SECRET?: string | undefined
  readonly UTPID_OIDC_GROUPS?: Readonly<Record<string, Role>> | undefined
  readonly UTPID_OIDC_GROUPS_CLAIM: string
  readonly UTPID_OIDC_SCOPES: readonly string[]
  readonly UTPID_OIDC_REDIRECT_BASE?: string | undefined
  readonly UTPID_OIDC_ACCOUNT?: string | undefined
  readonly UTPID_OIDC_NAME: string
  readonly UTPID_TRUSTED_PROXIES?: readonly string[] | undefined
  readonly UTPID_CORS_ORIGINS?: readonly string[] | undefined
  readonly UTPID_IMAGE_HOSTS?: readonly string[] | undefined
  readonly UTPID_MAP_STYLE?: string | undefined
  readonly UTPID_MAP_ATTRIBUTION?: string | undefined
  readonly UTPID_WEBHOOK_NETWORKS?: readonly string[] | undefined
  readonly UTPID_WEBHOOK_HTTP: boolean
  readonly UTPID_LOG_LEVEL: (typeof LEVELS)[number]
  readonly UTPID_METRICS_PORT?: number | undefined
  readonly UTPID_MAX_REQUESTS: number
  readonly UTPID_MAX_STREAMS: number
  readonly UTPID_MAX_BODY_BYTES: number
  readonly UTPID_MAX_CONNECTIONS: number
  readonly UTPID_BATCH_WORKERS?: number | undefined
  readonly UTPID_READ_WORKERS?: number | undefined
  readonly UTPID_UPLOAD_THREADS: number
  readonly UTPID_MAX_UPLOAD_BYTES: number
  readonly UTPID_UPLOAD_FOLDER?: string | undefined
  readonly UTPID_KEPT_FILE_DAYS: number
  readonly UTPID_MAX_ACCOUNT_KEPT_BYTES: number
  readonly UTPID_MAX_KEPT_BYTES: number
  readonly UTPID_KEPT_FILE_FOLDER?: string | undefined
  readonly UTPID_RESPONSE_SECONDS: number
  readonly UTPID_SHUTDOWN_NOTICE_SECONDS: number
  readonly UTPID_DRAIN_SECONDS: number
  readonly UTPID_LOG_DAYS: number
  readonly UTPID_ADDRESS_DAYS?: number | undefined
  readonly UTPID_AUDIT_DAYS?: number | undefined
  readonly UTPID_DELIVERY_DAYS: number
}

/** Variables of other commands of `utpid` and of its tests. */
const OTHER_VARIABLES = /^UTPID_(DATA|FORMAT|SEED|LONG_RUN|TEST_.*|REMOTE|KEY)$/

/** Settings that do nothing without another. The default value of some hides whether they are set. */
const PARTNERS: readonly (readonly [prefix: string, partner: string, what: string])[] = [
  ['UTPID_OIDC_', 'UTPID_OIDC_ISSUER', 'the address of the provider'],
  ['UTPID_MAP_ATTRIBUTION', 'UTPID_MAP_STYLE', 'the tiles of the map'],
]

function requirePartners(names: readonly string[]): void {
  for (const [prefix, partner, what] of PARTNERS) {
    const set = names.find((name) => name.startsWith(prefix) && name in SERVER_SETTINGS.shape)
    if (set !== undefined && !names.includes(partner)) throw usageError(`${set} needs ${partner}, ${what}.`)
  }
}

/** @throws {CliError} with the name of each invalid setting, without its value, which may be a secret. */
export function serverSettings(env: Readonly<Record<string, string | undefined>>): ServerSettings {
  const given = Object.fromEntries(
    // An empty variable counts as not set, since compose files set variables without a value.
    Object.entries(env).filter(([name, value]) => name.startsWith('UTPID_') && value !== undefined && value !== ''),
  )
  const parsed = SERVER_SETTINGS.safeParse(given)
  if (parsed.success) {
    requirePartners(Object.keys(given))
    return parsed.data as unknown as ServerSettings
  }
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw usageError(`${wrong.join('; ')}.`)
}

/**
 * Returns warnings for unknown variables that look like settings. Such variables are no error, since cluster software
 * creates variables with the name of a service.
 */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(SERVER_SETTINGS.shape)
  return Object.keys(env)
    .filter((name) => name.startsWith('UTPID_') && !names.includes(name) && !OTHER_VARIABLES.test(name))
    .map((name) => `${name} is not a setting${didYouMean(name, names)}`)
}
