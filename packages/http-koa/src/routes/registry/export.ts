import { RegistryError } from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { type Caller, ServiceError } from '@utpid/service'
import { z } from 'zod'
import { startedStream } from '../../response/started-stream.ts'
import { type Route, route } from '../../route/route.ts'
import { wholeNumber } from '../../schema/shared.ts'

const CSV_HEADER = 'utpid,supplier,code,confidence,method,since\n'

export const exportRoute: Route = route('GET /registry/export', {
  operationId: 'export',
  summary: 'Export the registry as JSON lines, or its supplier codes as CSV',
  description:
    'The export of the registry contains the decisions of all accounts, so it needs `admin:jobs`; `format=crosswalk` does not. With `after`, a delta: only rows that changed after that change. A delta updates a registry package.',
  rules: ['delta_of_registry'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    format: z.enum(['registry', 'crosswalk'], 'must be registry or crosswalk').optional(),
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: {
    200: {
      description:
        'NDJSON for `utpid restore`; CSV with `format=crosswalk`, or NDJSON rows if also `Accept: application/x-ndjson`.',
      mediaType: 'application/x-ndjson',
      others: ['text/csv'],
    },
  },
  problems: ['insufficient_scope', 'changes_expired'],
  async handle({ registry, caller, query: { format = 'registry', after }, header, signal }) {
    if (format === 'registry') requireOperator(caller)
    else if (after !== undefined) {
      throw new RegistryError(
        'validation_failed',
        'after cannot be combined with format=crosswalk; leave out one of them.',
        {
          details: { errors: [{ path: 'after', message: 'requires format=registry' }] },
        },
      )
    }
    // JSON lines of the crosswalk contain the original values. CSV escapes values for spreadsheets.
    if (format === 'registry' || header('accept')?.includes('application/x-ndjson') === true) {
      async function* lines(): AsyncGenerator<string> {
        const rows =
          format === 'registry' ? registry.export({ signal, ...defined({ after }) }) : registry.crosswalk({ signal })
        for await (const row of rows) yield `${JSON.stringify(row)}\n`
      }
      return { status: 200, body: await startedStream(lines()), type: 'application/x-ndjson' }
    }
    async function* rows(): AsyncGenerator<string> {
      yield CSV_HEADER
      for await (const { utpid, supplier, code, confidence, method, since } of registry.crosswalk({ signal })) {
        yield `${[utpid, supplier, code, confidence, method, since].map(csvField).join(',')}\n`
      }
    }
    return { status: 200, body: await startedStream(rows()), type: 'text/csv' }
  },
})

/** @throws `insufficient_scope` for callers other than the operator. */
function requireOperator(caller: Caller | undefined): void {
  if (caller === undefined || caller.scopes.includes('admin:jobs')) return
  throw new ServiceError(
    'insufficient_scope',
    'The export contains decisions and notes of all accounts, so it needs the scope admin:jobs; use format=crosswalk instead.',
    { details: { requiredScopes: ['admin:jobs'] } },
  )
}

/** Quotes a CSV field if necessary, and escapes text that a spreadsheet would run as a formula. */
function csvField(value: string | number): string {
  const text = String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
