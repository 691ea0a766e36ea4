import type { DecisionCount } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { textInput } from '@utpid/service/internal'
import { z } from 'zod'
import { redactDecisions, storedActor } from '../../response/body/actor-name.ts'
import { nextLink } from '../../response/next-link.ts'
import { ok, type Route, route } from '../../route/route.ts'
import { DECISION_KINDS, listedDecisionSchema } from '../../schema/alert.ts'
import { cursorText, pageOf, wholeNumber } from '../../schema/shared.ts'

const DECISION_CURSOR = /^\d{1,15}-\d{1,15}$/
const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be a date or an ISO 8601 time')
  .meta({ examples: ['2026-01-31', '2026-01-31T12:00:00Z'] })
const kind = z.enum(DECISION_KINDS, `must be one of ${DECISION_KINDS.join(', ')}`)

export const decisionsRoute: Route = route('GET /registry/decisions', {
  operationId: 'decisions',
  summary: 'List curator decisions, newest first',
  rules: ['given_cursor'],
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    by: textInput({ min: 1, max: 400 })
      .optional()
      .meta({ description: 'Only decisions of this author, as `actor` of a decision shows it.' }),
    kind: kind.optional(),
    from: day.optional().meta({ description: 'A day in UTC, or a time: the start of the range.' }),
    to: day
      .optional()
      .meta({ description: 'A day in UTC, which belongs to the range, or a time, which does not: the end.' }),
    limit: wholeNumber(1, 1_000).optional(),
    cursor: cursorText(DECISION_CURSOR),
  }),
  answers: {
    200: {
      description: 'Decisions. `next` is the cursor of the next page; null on the last page.',
      json: pageOf(listedDecisionSchema),
      headers: { Link: 'The next page, `rel="next"`.' },
    },
  },
  problems: ['validation_failed', 'invalid_cursor'],
  async handle(call) {
    const { registry, query, url, signal } = call
    const { by, ...given } = query
    const actor = by === undefined ? undefined : storedActor(by, call)
    // Nobody sees which decisions a person of another account has made.
    if (actor === null) return ok({ results: [], next: null })
    const { decisions, nextCursor } = await registry.decisions({ ...defined(given), ...defined({ actor }), signal })
    return {
      status: 200,
      body: { results: redactDecisions(decisions, call), next: nextCursor ?? null },
      ...(nextCursor === undefined ? {} : { headers: { link: nextLink(url, nextCursor) } }),
    }
  },
})

export const decisionCountsRoute: Route = route('GET /registry/decisions/counts', {
  operationId: 'decisionCounts',
  summary: 'Count curator decisions by day, author and kind',
  access: { scope: 'registry:read' },
  cost: 1,
  query: z.strictObject({
    from: day.optional().meta({ description: 'The first day in UTC. Default: 30 days, including the last day.' }),
    to: day.optional().meta({ description: 'The last day in UTC. Default: today. At most 366 days after `from`.' }),
  }),
  answers: {
    200: {
      description: 'Counts, newest day first.',
      json: z.object({
        results: z.array(
          z.object({
            day: z.string().meta({ description: 'UTC date.', format: 'date' }),
            actor: z.string(),
            kind,
            count: z.int().min(1),
          }),
        ),
      }),
    },
  },
  problems: ['validation_failed'],
  async handle(call) {
    const { registry, query, signal } = call
    const counts = await registry.countDecisions({ ...defined(query), signal })
    return ok({ results: addedUp(redactDecisions(counts, call)) })
  },
})

/** Adds up counts of the same day, author and kind: authors of other accounts all have one name. */
function addedUp(counts: readonly DecisionCount[]): DecisionCount[] {
  const sums = new Map<string, DecisionCount>()
  for (const each of counts) {
    const key = JSON.stringify([each.day, each.actor, each.kind])
    sums.set(key, { ...each, count: (sums.get(key)?.count ?? 0) + each.count })
  }
  return [...sums.values()]
}
