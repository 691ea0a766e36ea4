import { RegistryError } from '@utpid/core'
import { z } from 'zod'
import { redactDecisions } from '../../response/body/actor-name.ts'
import { productResponse } from '../../response/body/product-response.ts'
import { isNotModified, productTag } from '../../response/headers/entity-tag.ts'
import { type Route, route } from '../../route/route.ts'
import { mergedSchema, PRODUCT_INCLUDES, productSchema } from '../../schema/product.ts'
import { listOf, utpidInput } from '../../schema/shared.ts'

export const getProductRoute: Route = route('GET /registry/product/{utpid}', {
  operationId: 'product',
  summary: 'Get a product by UTPID',
  rules: ['readable_path', 'known_utpid'],
  access: { scope: 'registry:read' },
  cost: 1,
  params: z.strictObject({ utpid: utpidInput }),
  query: z.strictObject({
    include: listOf(PRODUCT_INCLUDES).optional().meta({ description: 'Fields to add, as a comma-separated list.' }),
  }),
  answers: {
    200: { description: 'The product.', json: productSchema, headers: { ETag: 'For `If-None-Match` and `If-Match`.' } },
    304: { description: 'Not modified.' },
    308: {
      description: 'The product was merged into another product.',
      json: mergedSchema,
      headers: { Location: 'URL of the surviving product.' },
    },
  },
  problems: ['validation_failed', 'product_not_found', 'product_deleted', 'product_retired'],
  async handle({ registry, caller, params, query, url, header, signal }) {
    const include = query.include ?? []
    const summary = await registry.get(params.utpid, { fields: 'summary', signal })
    // `get` follows a merged product to its survivor.
    const located =
      summary?.utpid === params.utpid ? undefined : await registry.locate({ utpid: params.utpid }, { signal })
    if (located?.status === 'deleted' || located?.status === 'retired') {
      const became = located.status === 'deleted' ? 'was deleted' : 'was retired: its last record became inactive'
      throw new RegistryError(`product_${located.status}`, `The product ${params.utpid} ${became}.`)
    }
    if (located?.status === 'merged') {
      return {
        status: 308,
        body: { utpid: located.requested, mergedInto: located.utpid },
        headers: { location: `/registry/product/${located.utpid}${url.search}` },
      }
    }
    if (summary === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${params.utpid}.`)
    const isNotChanged = isNotModified(header('if-none-match'), productTag(summary))
    if (isNotChanged || include.length === 0) {
      const headers = { etag: productTag(summary) }
      return isNotChanged ? { status: 304, headers } : { status: 200, headers, body: productResponse(summary) }
    }
    const product = await registry.get(summary.utpid, { signal })
    if (product === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${params.utpid}.`)
    const etag = productTag(product)
    return {
      status: 200,
      headers: { etag },
      body: {
        ...productResponse(product),
        ...(include.includes('records') ? { records: product.records } : {}),
        ...(include.includes('provenance') ? { provenance: product.provenance } : {}),
        ...(include.includes('lineage') ? { lineage: await registry.lineage(product.utpid, { signal }) } : {}),
        ...(include.includes('history') ? { history: await registry.history(product.utpid, { signal }) } : {}),
        ...(include.includes('details') ? { details: redactDecisions(product, { caller }) } : {}),
      },
    }
  },
})
