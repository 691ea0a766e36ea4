import { z } from 'zod'
import { ID_INPUT } from '../input/id-input.ts'
import { textInput } from '../input/text-input.ts'
import type { KeyAssignee, SustainedLimit } from '../model/api-key.ts'
import { SCOPE_PATTERNS, type ScopePattern } from '../model/scope.ts'

const MAX_NAME = 100
const MAX_SCOPES = 50
const MAX_SUPPLIERS = 100
const MAX_SUPPLIER = 100
const MAX_REQUESTS = 1_000_000

/** Maximum period of a sustained limit: 31 days. */
const MAX_PER_SECONDS = 2_678_400

/** Maximum overlap of a key rotation: 30 days. */
export const MAX_OVERLAP_SECONDS = 2_592_000

/** Default overlap of a key rotation: 24 hours. */
export const OVERLAP_SECONDS = 86_400

/** A new key. */
export interface NewKey {
  readonly name: string
  /** Default: `live`. */
  readonly mode?: 'live' | 'test'
  readonly scopes: readonly ScopePattern[]
  readonly suppliers?: readonly string[]
  readonly burstPerSecond?: number
  readonly sustained?: SustainedLimit
  readonly assignee?: KeyAssignee
  readonly expiresAt?: string
}

/** A change of a key. null removes a field. */
export interface KeyChange {
  readonly name?: string
  readonly scopes?: readonly ScopePattern[]
  readonly suppliers?: readonly string[] | null
  readonly burstPerSecond?: number | null
  readonly sustained?: SustainedLimit | null
  readonly assignee?: KeyAssignee | null
  readonly expiresAt?: string | null
}

const name = textInput({ min: 1, max: MAX_NAME, isTrimmed: true, form: 'line' })
const scope = z.enum(SCOPE_PATTERNS as [ScopePattern, ...ScopePattern[]], 'not a scope; GET /docs lists them')
const scopes = z.array(scope).min(1).max(MAX_SCOPES)
const suppliers = z
  .array(textInput({ min: 1, max: MAX_SUPPLIER, form: 'line' }))
  .min(1)
  .max(MAX_SUPPLIERS)
const burstPerSecond = z.int().min(1).max(MAX_REQUESTS)
const sustained = z.strictObject({
  requests: z.int().min(1).max(MAX_REQUESTS),
  perSeconds: z.int().min(1).max(MAX_PER_SECONDS),
})
const assignee = z.strictObject({ kind: z.enum(['member', 'service']), id: ID_INPUT })
const expiresAt = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString())

/** Checks a new key. */
export const NEW_KEY: z.ZodType<NewKey> = z.strictObject({
  name,
  mode: z.enum(['live', 'test']).exactOptional(),
  scopes,
  suppliers: suppliers.exactOptional(),
  burstPerSecond: burstPerSecond.exactOptional(),
  sustained: sustained.exactOptional(),
  assignee: assignee.exactOptional(),
  expiresAt: expiresAt.exactOptional(),
})

/** Checks a change of a key. */
export const KEY_CHANGE: z.ZodType<KeyChange> = z.strictObject({
  name: name.exactOptional(),
  scopes: scopes.exactOptional(),
  suppliers: suppliers.nullable().exactOptional(),
  burstPerSecond: burstPerSecond.nullable().exactOptional(),
  sustained: sustained.nullable().exactOptional(),
  assignee: assignee.nullable().exactOptional(),
  expiresAt: expiresAt.nullable().exactOptional(),
})

/** Options of a key rotation. */
export interface KeyRotation {
  /**
   * Seconds for which the old secret still works: 0 to {@link MAX_OVERLAP_SECONDS}. Default: {@link OVERLAP_SECONDS}.
   */
  readonly overlapSeconds?: number
}

/** Checks the options of a key rotation. */
export const KEY_ROTATION: z.ZodType<KeyRotation> = z.strictObject({
  overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).exactOptional(),
})
