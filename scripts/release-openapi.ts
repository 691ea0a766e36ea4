/**
 * `npm run release:openapi`: saves the released OpenAPI document. Tests of packages/http-koa compare later documents
 * with the released document: a later document must not remove anything. Run this script for each release, never to
 * make a test pass.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_VERSION, openApiDocument, ROUTES, withoutReferences } from '@utpid/http-koa'
import { ROOT } from './repository/root.ts'

const file = join(ROOT, `packages/http-koa/test/released/openapi-${API_VERSION}.json`)
const text = JSON.stringify(withoutReferences(openApiDocument(ROUTES)), (name, value) => {
  // Descriptions of problems may change, and new problems may be added.
  if (name === 'responses') return Object.fromEntries(Object.entries(value).filter(([status]) => Number(status) < 400))
  return ['description', 'summary', 'x-scope-description', 'example'].includes(name) && typeof value === 'string'
    ? undefined
    : value
})
writeFileSync(file, `${text}\n`)
