import type { ServiceMetrics } from '@utpid/http-koa'
import type { Io } from '../io/io.ts'
import type { RegistryRules } from '../place/registry-rules.ts'
import type { ServerLog } from './server-log.ts'
import type { ServerSettings } from './server-settings.ts'

/** Options of `utpid serve`. */
export interface ServeOptions {
  /** A folder, or the address of a database. */
  readonly data: string
  readonly host: string
  readonly port: number
  /** Rules of the registry from the user's files. */
  readonly rules: RegistryRules
  /** Whether the header `X-Forwarded-For` is trusted. */
  readonly behindProxy: boolean
}

/** Context that the parts of a server share. */
export interface ServerContext {
  readonly options: ServeOptions
  readonly env: Io['env']
  readonly settings: ServerSettings
  readonly log: ServerLog
  readonly metrics: ServiceMetrics
  /** Receives the functions to call at the end, in the order of opening. */
  readonly ends: (() => Promise<void>)[]
}
