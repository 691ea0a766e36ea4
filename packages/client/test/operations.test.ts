import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPERATIONS, type Operations } from '../src/generated/operations.ts'
import type { Client } from '../src/index.ts'
import { hotels, servedRegistry } from './support/served-registry.ts'

/** Calls each operation once, in an order that creates the needed objects first. */
async function callEach(client: Client, utpids: readonly string[]): Promise<Record<keyof Operations, unknown>> {
  const [first = '', second = '', third = '', fourth = ''] = utpids
  const done: Partial<Record<keyof Operations, unknown>> = {}
  const keep = async <Answer>(name: keyof Operations, answer: Promise<Answer>): Promise<Answer> => {
    done[name] = await answer
    return await answer
  }
  await keep('search', client.search({ q: 'adlon', include: ['distance'], near: '52.4,13.1' }))
  await keep('product', client.product(first, { include: ['records', 'lineage'] }))
  await keep('match', client.match({ input: { name: 'Hotel Adlon A', location: { city: 'Berlin' } } }))
  await keep('lookup', client.lookup({ ids: [first, { supplier: 'expo', code: '2' }] }))
  await keep('stats', client.stats())
  await keep('duplicates', client.duplicates(first, { status: 'all' }))
  await keep('alerts', client.alerts({ status: 'all', limit: 5 }))
  await keep('alertGroups', client.alertGroups({ country: 'DE', limit: 5 }))
  await keep('suggest', client.suggest({ q: 'berl' }))
  await keep('changes', client.changes({ limit: 1 }))
  await keep('history', client.history(first))
  await keep('how', client.how(first))
  await keep('suppliers', client.suppliers())
  await keep('setSupplier', client.setSupplier('expo', { name: 'Expo' }))
  await keep('supplier', client.supplier('expo'))
  const entries = [{ supplier: 'expo', code: '1', set: '3956' }]
  await keep('storeConcordance', client.storeConcordance('giata', { entries, source: 'a list' }))
  await keep('concordances', client.concordances())
  await keep('concordanceContradictions', client.concordanceContradictions({ limit: 10 }))
  await keep('removeConcordance', client.removeConcordance('giata'))
  const { id: stored } = await client.runConcordanceImport('giata', 'id,provider,code\n3956,expo,1\n', {
    format: 'csv',
  })
  await keep('concordanceJobs', client.concordanceJobs({ limit: 1 }))
  await keep('concordanceJob', client.concordanceJob(stored))
  await keep('concordanceResults', client.concordanceResults(stored))
  await keep('cancelConcordance', client.cancelConcordance(stored).catch(codeOf))
  await keep('supplierReport', client.supplierReport('expo'))
  await keep('supplierImports', client.supplierImports('expo', { limit: 5 }))
  await keep('putRecord', client.putRecord('expo', 'a/b ü', { name: 'Hotel Slash', location: { city: 'Bonn' } }))
  await keep('record', client.record('expo', 'a/b ü'))
  await keep('deactivateRecord', client.deactivateRecord('expo', 'a/b ü'))
  await keep('verify', client.verify({ utpid: first, evidence: 'a call' }))
  await keep('pin', client.pin(first, { fields: { stars: 5 } }))
  await keep('resolveDuplicate', client.resolveDuplicate(third, { duplicate: fourth, resolution: 'dismiss' }))
  const { alertId } = (await client.alerts({ status: 'all' })).results[0] ?? { alertId: 'none' }
  await keep('explain', client.explain({ a: third, b: fourth }))
  await keep('confirm', client.confirm({ record: { name: 'Hotel Adlon A' }, utpid: third }))
  await keep('alert', client.alert(alertId).catch(codeOf))
  await keep('markAlert', client.markAlert(alertId, { kind: 'unsure', note: 'One door?' }).catch(codeOf))
  await keep('resolveAlert', client.resolveAlert(alertId, { resolution: 'dismiss' }).catch(codeOf))
  await keep('reopenAlert', client.reopenAlert(alertId, {}).catch(codeOf))
  const merged = await keep('merge', client.merge({ utpid: first, other: second }))
  await keep('undo', client.undo(merged.change))
  await keep('decisions', client.decisions({ kind: 'merge', limit: 5 }))
  await keep('decisionCounts', client.decisionCounts())
  const { utpid: joined = '' } = await client.putRecord('rival', '1', hotels(5)[4] ?? {})
  await keep('split', client.split({ utpid: joined, records: [{ supplier: 'rival', code: '1' }] }))
  await keep('deleteProduct', client.deleteProduct(third, { note: 'it is gone' }))
  const batch = await client.startBatch([{ name: 'Hotel Gloria' }])
  await client.waitForJob('batch', batch.id)
  await keep('batchMap', client.batchMap({ inputs: [{ name: 'Hotel Adlon A' }] }, { limit: 1 }))
  await keep('batchJobs', client.batchJobs())
  await keep('batchJob', client.batchJob(batch.id))
  await keep('batchResults', client.batchResults(batch.id, { limit: 10 }))
  await keep('cancelBatch', client.cancelBatch(batch.id).catch(codeOf))
  const imported = await client.runImport(hotels(1))
  await keep('importJobs', client.importJobs({ limit: 1 }))
  await keep('importJob', client.importJob(imported.id))
  await keep('importResults', client.importResults(imported.id))
  await keep('cancelImport', client.cancelImport(imported.id).catch(codeOf))
  await keep('deactivateSupplier', client.deactivateSupplier('expo'))
  const { key } = await keep('createKey', client.createKey({ name: 'Reader', scopes: ['registry:read'] }))
  await keep('keys', client.keys())
  await keep('key', client.key(key.id))
  await keep('updateKey', client.updateKey(key.id, { name: 'A reader' }))
  await keep('rotateKey', client.rotateKey(key.id, { overlapSeconds: 0 }))
  await keep('revokeKey', client.revokeKey(key.id))
  const service = await keep('createService', client.createService({ name: 'Engine' }))
  await keep('services', client.services())
  await keep('service', client.service(service.id))
  await keep('removeService', client.removeService(service.id))
  const { member } = await keep(
    'inviteMember',
    client.inviteMember({ name: 'A', email: 'a@example.org', role: 'viewer' }),
  )
  await keep('members', client.members())
  await keep('member', client.member(member.id))
  await keep('linkMember', client.linkMember(member.id))
  await keep('updateMember', client.updateMember(member.id, { role: 'analyst' }))
  await keep('memberSessions', client.memberSessions(member.id))
  await keep('endMemberSessions', client.endMemberSessions(member.id))
  await keep('resetTotp', client.resetTotp(member.id))
  await keep('signInMethods', client.signInMethods())
  await keep('deleteAccount', client.deleteAccount({ name: 'another name' }).catch(codeOf))
  await keep('removeMember', client.removeMember(member.id))
  await keep('account', client.account())
  await keep('updateAccount', client.updateAccount({ name: 'Tested' }))
  await keep('adminAccounts', client.adminAccounts().catch(codeOf))
  await keep('createAccount', client.createAccount({ name: 'Another', plan: 'pro' }).catch(codeOf))
  await keep('adminAccount', client.adminAccount('nobody').catch(codeOf))
  await keep('updateAccountOf', client.updateAccountOf('nobody', { name: 'B' }).catch(codeOf))
  await keep('keysOf', client.keysOf('nobody').catch(codeOf))
  await keep('createKeyOf', client.createKeyOf('nobody', { name: 'First', scopes: ['*'] }).catch(codeOf))
  await keep('revokeKeyOf', client.revokeKeyOf('nobody', 'none').catch(codeOf))
  await keep('membersOf', client.membersOf('nobody').catch(codeOf))
  const owner = { name: 'B', email: 'b@example.org', role: 'owner' } as const
  await keep('inviteMemberOf', client.inviteMemberOf('nobody', owner).catch(codeOf))
  await keep('linkMemberOf', client.linkMemberOf('nobody', 'none').catch(codeOf))
  await keep('adminJobs', client.adminJobs({ limit: 1 }))
  const exported = await keep('createAdminJob', client.createAdminJob({ kind: 'export', format: 'crosswalk' }))
  await keep('adminJob', client.adminJob(exported.id))
  await keep('adminResults', client.adminResults(exported.id))
  await keep('cancelAdminJob', client.cancelAdminJob(exported.id).catch(codeOf))
  await keep('plans', client.plans().catch(codeOf))
  await keep('plan', client.plan('pro').catch(codeOf))
  await keep('putPlan', client.putPlan('tiny', { name: 'Tiny', batchSize: 1, keyLimits: false } as never).catch(codeOf))
  await keep('audit', client.audit({ limit: 3 }))
  await keep('usage', client.usage({ bucket: 'day' }))
  await keep('logs', client.logs({ limit: 3 }))
  await keep('log', client.log('nobody-knows-it').catch(codeOf))
  const { webhook } = await keep(
    'createWebhook',
    client.createWebhook({ url: 'https://93.184.215.14/hook', events: ['registry.product.*'] }),
  )
  const { id } = webhook
  await keep('webhooks', client.webhooks())
  await keep('webhook', client.webhook(id))
  await keep('updateWebhook', client.updateWebhook(id, { status: 'disabled' }))
  await keep('rotateSecret', client.rotateSecret(id))
  await keep('deliveries', client.deliveries(id, { status: 'failed' }))
  await keep('testWebhook', client.testWebhook(id).catch(codeOf))
  await keep('retryDelivery', client.retryDelivery(id, 'nobody-knows-it').catch(codeOf))
  await keep('recoverDeliveries', client.recoverDeliveries(id, { since: '2026-01-01T00:00:00Z' }).catch(codeOf))
  await keep('deleteWebhook', client.deleteWebhook(id))
  await keep('health', client.health())
  await keep('ready', client.ready())
  await keep('openapi', client.openapi())
  return done as Record<keyof Operations, unknown>
}

function codeOf(error: unknown): string {
  return (error as { code: string }).code
}

test('every operation of the API has a working method', async () => {
  const { client, registry } = await servedRegistry()
  const { products } = await registry.search('hotel', { limit: 5 })
  const done = await callEach(
    client,
    products.map(({ utpid }) => utpid),
  )
  expect(Object.keys(done).sort()).toEqual(Object.keys(OPERATIONS).sort())
  expect(done.search).toMatchObject({ total: 1, results: [{ name: 'Hotel Adlon A', distance: expect.any(Number) }] })
  expect(done.product).toMatchObject({ records: [expect.anything()], lineage: { status: 'active' } })
  expect(done.lookup).toMatchObject({ results: [{ status: 'active' }, { status: 'active' }] })
  expect(done.record).toMatchObject({ record: { supplier: 'expo', code: 'a/b ü' } })
  expect(done.storeConcordance).toMatchObject({ added: 1, records: 1, codes: 1 })
  expect(done.concordances).toMatchObject({ results: [{ name: 'giata', source: 'a list', codes: 1 }] })
  expect(done.concordanceContradictions).toEqual({ results: [], more: false })
  expect(done.removeConcordance).toMatchObject({ removed: 1, records: 1 })
  expect(done.batchResults).toMatchObject({ results: [{ index: 0 }], next: null })
  expect(done.undo).toMatchObject({ changed: true })
  expect(done.removeService).toBeUndefined()
  expect([done.cancelBatch, done.cancelImport, done.log]).toEqual(['job_finished', 'job_finished', 'not_found'])
  expect(done.openapi).toMatchObject({ openapi: '3.1.0' })
})

test('a merged product is followed to its survivor, with the requested parameters', async () => {
  const { client, registry } = await servedRegistry()
  const [one, other] = (await registry.search('hotel')).products
  await client.merge({ utpid: one?.utpid ?? '', other: other?.utpid ?? '', survivor: one?.utpid })
  const found = await client.product(other?.utpid ?? '', { include: ['records'] })
  expect(found.utpid).toBe(one?.utpid)
  expect(found.records).toHaveLength(2)
})

test('supplier codes with any characters reach the service unchanged', async () => {
  const { client } = await servedRegistry([])
  const sign = fc.constantFrom(...'/?#%&+;=:@,.~\'"\\|<>^`{}[]ü月😀', '%2F', '..')
  const codes = fc.array(sign, { maxLength: 12 }).map((signs) => `a${signs.join('')}z`)
  await fc.assert(
    fc.asyncProperty(codes, async (code) => {
      await client.putRecord('expo', code, { name: 'Hotel Adlon', location: { city: 'Berlin' } })
      const { record } = await client.record('expo', code)
      expect(record).toMatchObject({ code })
    }),
    runs(30),
  )
})

test('a value that no path can contain is rejected before the request', async () => {
  const { client } = await servedRegistry([])
  for (const utpid of ['', '.', '..']) await expect(client.product(utpid)).rejects.toThrow(TypeError)
})
