import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Served } from '../load/served.ts'

const LOOK_MS = 20
const JOB_MS = 120_000

/** The answers of a service to a file that was sent to it. */
export interface SentFeed {
  /** The status of the answer to the upload. */
  readonly status: number
  /** The code of the error, of the answer or of the job; undefined if the job completed. */
  readonly error: string | undefined
  /** Whether the job did not end in time. */
  readonly isStuck: boolean
}

/** Sends a file as an import, of a format that the service detects, and waits for the end of its job. */
export async function sendFeed(served: Served, body: Buffer | { path: string }, supplier: string): Promise<SentFeed> {
  const response = await fetch(`${served.address}/registry/import?supplier=${supplier}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.key}`, 'content-type': 'application/octet-stream' },
    body: Buffer.isBuffer(body)
      ? new Uint8Array(body)
      : (Readable.toWeb(createReadStream(body.path)) as ReadableStream<Uint8Array>),
    duplex: 'half',
  } as RequestInit)
  const { status } = response
  const answer = (await response.json()) as { readonly id?: string; readonly code?: string }
  if (status !== 202) return { status, error: answer.code ?? 'no_code', isStuck: false }
  const until = performance.now() + JOB_MS
  while (performance.now() < until) {
    const job = (await (await served.fetch(`/registry/import/${answer.id}`)).json()) as {
      readonly status: string
      readonly error?: { readonly code: string } | null
    }
    if (job.status === 'completed') return { status, error: undefined, isStuck: false }
    if (job.status === 'failed') return { status, error: job.error?.code ?? 'no_code', isStuck: false }
    await pause(LOOK_MS)
  }
  return { status, error: undefined, isStuck: true }
}

/** Returns whether an answer or the end of a job is a failure of the service itself. */
export function isInternal({ status, error }: SentFeed): boolean {
  return status >= 500 || error === 'internal_error' || error === 'no_code'
}
