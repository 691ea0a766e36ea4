import { it, onTestFinished } from 'vitest'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../../adapter-postgres/test/support/test-schema.ts'
import { readsUploads } from '../support/reads-uploads.ts'

it('reads uploads into PostgreSQL on a thread, one of an account at a time, and stops in the middle of one', async () => {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const url = new URL(await testServer())
  url.searchParams.set('schema', schema)
  await readsUploads(url.href)
})
