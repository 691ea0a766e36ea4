import { PLAN_ID, PLAN_TERMS } from '@utpid/service/internal'
import { z } from 'zod'
import { hostedRoute } from '../../handler/hosted.ts'
import { ok, type Route } from '../../route/route.ts'
import { planSchema } from '../../schema/account.ts'
import { idParameter } from '../../schema/shared.ts'

const access = { scope: 'admin:plans' } as const

export const plansRoute: Route = hostedRoute('GET /admin/plans', {
  operationId: 'plans',
  summary: 'List all plans',
  access,
  answers: { 200: { description: 'Plans.', json: z.object({ results: z.array(planSchema) }) } },
  handle: async ({ service }) => ok({ results: await service.plans.list() }),
})

export const planRoute: Route = hostedRoute('GET /admin/plans/{id}', {
  operationId: 'plan',
  summary: 'Get a plan',
  access,
  params: idParameter,
  answers: { 200: { description: 'The plan.', json: planSchema } },
  problems: ['not_found'],
  handle: async ({ service }, call) => ok(await service.plans.get(call.params.id)),
})

export const putPlanRoute: Route = hostedRoute('PUT /admin/plans/{id}', {
  operationId: 'putPlan',
  summary: 'Create a plan, or change it for all its accounts',
  access,
  params: z.strictObject({ id: PLAN_ID }),
  body: { json: PLAN_TERMS },
  answers: {
    200: { description: 'The plan.', json: planSchema },
    201: { description: 'The new plan.', json: planSchema, headers: { Location: 'URL of the plan.' } },
  },
  problems: ['insufficient_scope', 'validation_failed'],
  async handle({ service, caller }, call) {
    const isKnown = (await service.plans.list()).some((plan) => plan.id === call.params.id)
    const plan = await service.plans.put(caller, { id: call.params.id, ...call.body })
    if (isKnown) return ok(plan)
    return { status: 201, body: plan, headers: { location: `/admin/plans/${plan.id}` } }
  },
})
