import { RegistryError } from '@utpid/core'
import { type Route, route } from '../../route/route.ts'

export const metricsRoute: Route = route('GET /metrics', {
  operationId: 'metrics',
  summary: 'Metrics of this process for Prometheus',
  access: { scope: 'metrics:read' },
  exemptFromLoadShedding: true,
  answers: { 200: { description: 'The metrics.', mediaType: 'text/plain' } },
  problems: ['not_found'],
  async handle({ metrics }) {
    if (metrics === undefined) throw new RegistryError('not_found', 'Metrics are off in this process.')
    const { type, body } = await metrics.text()
    return { status: 200, type, body, headers: { 'cache-control': 'no-store' } }
  },
})
