import { type FeedOptions, type Job, UtpidError } from '@utpid/client'
import { api, BASE_URL } from '../api/api.ts'
import { type Mapping, sentColumns } from './column-mapping.ts'
import { csvLine, headerEnd } from './csv.ts'
import type { FeedFormat } from './feed-format.ts'

const MEDIA_TYPES: Readonly<Record<FeedFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  other: 'application/octet-stream',
}
/** Maximum bytes of a header. */
const MAX_HEADER_BYTES = 65_536

/** Replaces the column names of a CSV by the mapped names. The rows stay unchanged. */
export async function withHeader(
  file: Blob,
  columns: readonly string[],
  mapping: Mapping,
  delimiter: string,
): Promise<Blob> {
  const begin = new Uint8Array(await file.slice(0, MAX_HEADER_BYTES).arrayBuffer())
  return new Blob([csvLine(sentColumns(columns, mapping), delimiter), file.slice(headerEnd(begin))])
}

export function startImport(
  body: Blob,
  format: FeedFormat,
  options: Pick<
    FeedOptions,
    'supplier' | 'full' | 'removedWhen' | 'removedOnly' | 'allowLoss' | 'mapping' | 'fileName' | 'dryRun'
  >,
): Promise<Job> {
  return api.startImport(body, { format, ...options })
}

/** Sends a batch: `async` starts a job, `sync` returns the results directly. @throws {UtpidError} */
export async function sendBatch(
  body: Blob | string,
  format: FeedFormat,
  query: Readonly<Record<string, string>>,
): Promise<Job> {
  const response = await fetch(`${BASE_URL}/registry/batch-map?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': MEDIA_TYPES[format], 'idempotency-key': newKey() },
    body,
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer as Job
  const problem = (answer ?? {}) as { readonly code?: string; readonly detail?: string; readonly requestId?: string }
  throw new UtpidError(
    problem.code ?? 'unexpected_answer',
    response.status,
    problem.detail ?? `The service responded with status ${response.status}.`,
    { requestId: problem.requestId, problem },
  )
}

/** Returns a random key. The function does not use `randomUUID`, which browsers provide only on https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
