import { PLAN_ID, PLAN_TERMS } from '@utpid/service/internal'
import { z } from 'zod'
import { hosted } from '../../handler/hosted.ts'
import { type Route, route } from '../../route/route.ts'
import { planSchema } from '../../schema/account.ts'
import { idParameter } from '../../schema/shared.ts'

const access = { scope: 'admin:plans' } as const

export const plansRoute: Route = route({
  operationId: 'plans',
  method: 'GET',
  path: '/admin/plans',
  summary: 'List all plans',
  access,
  cost: 0,
  answers: { 200: { description: 'Plans.', json: z.object({ results: z.array(planSchema) }) } },
  async handle(call) {
    const { service } = hosted(call)
    return { status: 200, body: { results: await service.plans.list() } }
  },
})

export const planRoute: Route = route({
  operationId: 'plan',
  method: 'GET',
  path: '/admin/plans/{id}',
  summary: 'Get a plan',
  access,
  cost: 0,
  params: idParameter,
  answers: { 200: { description: 'The plan.', json: planSchema } },
  problems: ['not_found'],
  async handle(call) {
    const { service } = hosted(call)
    return { status: 200, body: await service.plans.get(call.params.id) }
  },
})

export const putPlanRoute: Route = route({
  operationId: 'putPlan',
  method: 'PUT',
  path: '/admin/plans/{id}',
  summary: 'Create a plan, or change it for all its accounts',
  access,
  cost: 0,
  params: z.strictObject({ id: PLAN_ID }),
  body: { json: PLAN_TERMS },
  answers: {
    200: { description: 'The plan.', json: planSchema },
    201: { description: 'The new plan.', json: planSchema, headers: { Location: 'URL of the plan.' } },
  },
  problems: ['insufficient_scope', 'validation_failed'],
  async handle(call) {
    const { service, caller } = hosted(call)
    const isKnown = (await service.plans.list()).some((plan) => plan.id === call.params.id)
    const plan = await service.plans.put(caller, { id: call.params.id, ...call.body })
    if (isKnown) return { status: 200, body: plan }
    return { status: 201, body: plan, headers: { location: `/admin/plans/${plan.id}` } }
  },
})
