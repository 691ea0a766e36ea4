import { addressBehind, UPLOAD_RULES } from '@utpid/http-koa'
import { DestinationGuard } from '@utpid/service'
import { z } from 'zod'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { didYouMean } from '../text/did-you-mean.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
const PORT_MOST = 65_535
/** Ten years. */
const DAYS_MOST = 3_653
/** Where reading texts as numbers would take what nobody meant: `1e3`, ` 1`, an empty text. */
const DIGITS = /^\d{1,15}$/

function whole(least: number, most: number): z.ZodType<number, string> {
  const range = `must be a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`
  return z
    .string()
    .regex(DIGITS, range)
    .transform(Number)
    .refine((number) => number >= least && number <= most, range)
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
  .refine(({ search, hash, pathname }) => search === '' && hash === '' && pathname === '/', 'must end with the host')
  .transform(({ origin }) => origin)

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

const redis = z
  .string()
  .regex(/^(rediss?:\/\/|\/)/, 'must be an address like redis://127.0.0.1:6379, or the path of a socket')

/**
 * The settings of `utpid serve` in the environment. The guide has this table; a test compares them. What is secret, and what
 * differs between places, is here; `--data`, `--host` and `--port` are options as well.
 */
export const SERVER_SETTINGS: z.ZodObject<
  Readonly<Record<keyof ServerSettings, z.ZodType<unknown, string | undefined>>>
> = z.object({
  UTPID_STORAGE: z.string().optional().describe('The address of a database, or a folder; as `--storage`'),
  UTPID_REPLICA: yesOrNo
    .default(false)
    .describe('`true` answers reads of a database from a copy in the memory of the process; as `--replica`'),
  UTPID_REPLICA_FOLDER: z
    .string()
    .optional()
    .describe(
      'A folder in which such a copy is kept, so that a restart reads only what came since; as `--replica-folder`',
    ),
  UTPID_SECRET_KEY: z
    .string()
    .optional()
    .describe(
      '32 bytes as base64 by which secrets of webhooks are encrypted, several with commas, the newest first. A folder makes one',
    ),
  UTPID_SECRETS_LOST: yesOrNo
    .default(false)
    .describe(
      '`true` starts although the key opens no stored secret of a webhook: for when the former key is lost. Rotate the secret of each webhook then',
    ),
  UTPID_REDIS_URL: redis
    .optional()
    .describe(
      'A Redis server by which processes share the limits of accounts and keys; without it they share them by their database',
    ),
  UTPID_BASE_URL: address
    .optional()
    .describe('Where the service is reached from outside: `https://registry.example.com`. Webhooks may not lead there'),
  UTPID_TRUSTED_PROXIES: networks
    .optional()
    .describe(
      'Networks of proxies whose `X-Forwarded-For` is believed, with commas: `10.0.0.0/8`, `loopback`, `private`',
    ),
  UTPID_CORS_ORIGINS: list
    .optional()
    .describe('Origins of web pages that may ask, with commas: `https://shop.example.com`. None unless given'),
  UTPID_WEBHOOK_NETWORKS: webhookNetworks
    .optional()
    .describe('Networks that webhooks may lead to although they are not public, with commas: `10.1.0.0/16`'),
  UTPID_WEBHOOK_HTTP: yesOrNo
    .default(false)
    .describe('`true` lets webhooks lead to http addresses as well: whoever is in between can read them'),
  UTPID_LOG_LEVEL: z
    .enum(LEVELS, `must be one of ${LEVELS.join(', ')}`)
    .default('info')
    .describe('What is logged: `fatal`, `error`, `warn`, `info` (a line for each request), `debug` or `silent`'),
  UTPID_METRICS_PORT: whole(1, PORT_MOST)
    .optional()
    .describe('A port on loopback that answers `/metrics` without a key, beside the scope `metrics:read`'),
  UTPID_REQUESTS_MOST: whole(1, 100_000)
    .default(256)
    .describe('Requests that are worked on at once; more are answered `overloaded`'),
  UTPID_STREAMS_MOST: whole(1, 100_000)
    .default(64)
    .describe('Batches, imports and answers of lines that flow at once; more are answered `overloaded`'),
  UTPID_BODY_BYTES_MOST: whole(1_000_000, 100_000_000_000)
    .default(64_000_000)
    .describe('Bytes of bodies that are held at once; more are answered `overloaded`'),
  UTPID_CONNECTIONS_MOST: whole(1, 1_000_000)
    .default(10_000)
    .describe('Connections that are open at once; more are closed'),
  UTPID_BATCH_WORKERS: whole(0, 64)
    .optional()
    .describe(
      'Threads that match batches of twenty inputs or more, of a folder; 0 matches them beside everything else. Two less than processors unless given',
    ),
  UTPID_READ_WORKERS: whole(0, 64)
    .optional()
    .describe(
      'Threads that answer searches, matches and batches of up to four inputs, of a folder; 0 answers them beside everything else. Half as many as processors, up to 4, unless given',
    ),
  UTPID_UPLOAD_THREADS: whole(1, 64)
    .default(UPLOAD_RULES.threadsMost)
    .describe(
      'Threads that read the bodies of batches and imports, with a heap of up to 256 MB each; of one account one body is read at a time. One more reads only bodies of up to 1 MB',
    ),
  UTPID_UPLOAD_BYTES_MOST: whole(1_000_000, 1_000_000_000_000)
    .default(UPLOAD_RULES.keptBytesMost)
    .describe(
      'Bytes of bodies of batches and imports that are kept until they are read, on disk where they are longer than 256 KB; of one account half of it. More are answered `overloaded`',
    ),
  UTPID_UPLOAD_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Where these bodies are kept, as files without a name. The folder of the registry unless given; with PostgreSQL the folder of temporary files',
    ),
  UTPID_ANSWER_SECONDS: whole(1, 3_600)
    .default(30)
    .describe('How long an answer may take, then it is `deadline_exceeded`'),
  UTPID_NOTICE_SECONDS: whole(0, 300)
    .default(3)
    .describe(
      'How long SIGTERM or SIGHUP lets it go on while `/ready` says no, so that proxies send elsewhere what comes',
    ),
  UTPID_DRAIN_SECONDS: whole(0, 300).default(10).describe('How long what was begun may take after that'),
  UTPID_LOG_DAYS: whole(1, DAYS_MOST).default(90).describe('Days that requests are kept in the logs of accounts'),
  UTPID_ADDRESS_DAYS: whole(1, DAYS_MOST)
    .optional()
    .describe('Days that the logs keep addresses of clients. As long as the logs unless given'),
  UTPID_AUDIT_DAYS: whole(1, DAYS_MOST)
    .optional()
    .describe('Days that it is kept who changed what in an account. For ever unless given'),
  UTPID_DELIVERY_DAYS: whole(1, DAYS_MOST).default(30).describe('Days that deliveries of webhooks are kept'),
})

/** As they are read. */
export interface ServerSettings {
  readonly UTPID_STORAGE?: string | undefined
  readonly UTPID_REPLICA: boolean
  readonly UTPID_REPLICA_FOLDER?: string | undefined
  readonly UTPID_SECRET_KEY?: string | undefined
  readonly UTPID_SECRETS_LOST: boolean
  readonly UTPID_REDIS_URL?: string | undefined
  readonly UTPID_BASE_URL?: string | undefined
  readonly UTPID_TRUSTED_PROXIES?: readonly string[] | undefined
  readonly UTPID_CORS_ORIGINS?: readonly string[] | undefined
  readonly UTPID_WEBHOOK_NETWORKS?: readonly string[] | undefined
  readonly UTPID_WEBHOOK_HTTP: boolean
  readonly UTPID_LOG_LEVEL: (typeof LEVELS)[number]
  readonly UTPID_METRICS_PORT?: number | undefined
  readonly UTPID_REQUESTS_MOST: number
  readonly UTPID_STREAMS_MOST: number
  readonly UTPID_BODY_BYTES_MOST: number
  readonly UTPID_CONNECTIONS_MOST: number
  readonly UTPID_BATCH_WORKERS?: number | undefined
  readonly UTPID_READ_WORKERS?: number | undefined
  readonly UTPID_UPLOAD_THREADS: number
  readonly UTPID_UPLOAD_BYTES_MOST: number
  readonly UTPID_UPLOAD_FOLDER?: string | undefined
  readonly UTPID_ANSWER_SECONDS: number
  readonly UTPID_NOTICE_SECONDS: number
  readonly UTPID_DRAIN_SECONDS: number
  readonly UTPID_LOG_DAYS: number
  readonly UTPID_ADDRESS_DAYS?: number | undefined
  readonly UTPID_AUDIT_DAYS?: number | undefined
  readonly UTPID_DELIVERY_DAYS: number
}

/** Of `utpid` otherwise, and of its tests. */
const OTHERS = /^UTPID_(DATA|FORMAT|SEED|LONG_RUN|TEST_.*|REMOTE|KEY)$/

/**
 * @throws {CliError} that names each setting that is wrong, without what it was set to: that may be a secret.
 */
export function serverSettings(env: Readonly<Record<string, string | undefined>>): ServerSettings {
  const given = Object.fromEntries(
    // Empty is not set, as a compose file writes it.
    Object.entries(env).filter(([name, value]) => name.startsWith('UTPID_') && value !== undefined && value !== ''),
  )
  const parsed = SERVER_SETTINGS.safeParse(given)
  if (parsed.success) return parsed.data as unknown as ServerSettings
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw new CliError(EXIT.usage, `${wrong.join('; ')}.`)
}

/** What looks like a setting and is none: told and not refused, for clusters make variables by the name of a service. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(SERVER_SETTINGS.shape)
  return Object.keys(env)
    .filter((name) => name.startsWith('UTPID_') && !names.includes(name) && !OTHERS.test(name))
    .map((name) => `${name} is no setting${didYouMean(name, names)}`)
}
