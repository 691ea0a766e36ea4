import { RegistryError } from '@utpid/core'
import { z } from 'zod'
import { htmlReply } from '../../pages/html-page.ts'
import { CACHED_RESPONSE_HEADERS, CachedResponse } from '../../response/cached-response.ts'
import { type Route, route } from '../../route/route.ts'

const unchanged = { description: 'Not modified.' }

const notThereText = new CachedResponse(() =>
  htmlReply(
    'Dashboard',
    `<h1>Dashboard</h1>
<p>The dashboard is not built. In a clone of the repository, <code>npm start</code> or <code>npm run build</code> builds it.</p>
<p><a href="docs">All operations of the API</a></p>`,
  ),
)

export const dashboardRoute: Route = route('GET /dashboard', {
  operationId: 'dashboard',
  summary: 'The dashboard, for browsers',
  access: { public: true },
  answers: {
    200: { description: 'The page.', mediaType: 'text/html', headers: CACHED_RESPONSE_HEADERS },
    304: unchanged,
  },
  handle: async (call) => (call.dashboard?.page ?? notThereText).reply(call),
})

export const dashboardAssetRoute: Route = route('GET /dashboard/assets/{file}', {
  operationId: 'dashboardAsset',
  summary: 'A script or stylesheet of the dashboard; its name contains a hash of its content',
  access: { public: true },
  params: z.strictObject({ file: z.string().regex(/^[A-Za-z0-9._~-]{1,200}$/, 'must be a file name') }),
  answers: {
    200: {
      description: 'The file.',
      mediaType: 'text/javascript',
      others: ['text/css', 'image/svg+xml'],
      headers: { ...CACHED_RESPONSE_HEADERS, 'Cache-Control': 'The file may be cached for ever.' },
    },
    304: unchanged,
  },
  problems: ['not_found'],
  async handle(call) {
    const asset = call.dashboard?.asset(call.params.file)
    if (asset === undefined) throw new RegistryError('not_found', 'The dashboard has no such file; reload the page.')
    return asset.reply(call)
  },
})
