import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { testServer } from '../../../adapter-postgres/test/support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../../../adapter-postgres/test/support/test-schema.ts'
import { runCli } from '../support/run-cli.ts'
import { type ServingChild, servingChild } from '../support/served-process.ts'
import { RECEIVER_SETTINGS, webhookReceiver } from '../support/webhook-receiver.ts'

const DATABASE_PASSWORD = 'word-of-the-database'
const REDIS_PASSWORD = 'word-of-redis'
const PASSWORD = 'correct horse battery staple'
const WRONG_PASSWORD = 'a guess that is wrong'

/** All secrets, by name, that no output may contain. */
class Secrets {
  readonly #texts = new Map<string, string>()

  add(what: string, text: string | undefined): string {
    expect([what, text?.length]).toEqual([what, expect.any(Number)])
    this.#texts.set(what, text as string)
    return text as string
  }

  /** Adds the secret of a webhook, and its signing bytes in other encodings. */
  addSigning(what: string, text: string | undefined): void {
    const bytes = Buffer.from(this.add(what, text).replace('whsec_', ''), 'base64')
    this.#texts.set(`${what}, its bytes`, bytes.toString('base64').replaceAll('=', ''))
    this.#texts.set(`${what}, its bytes as hex`, bytes.toString('hex'))
  }

  /** @param content - Any output that people, programs or attackers may read. */
  expectNotIn(where: string, content: Buffer | string): void {
    const buffer = Buffer.from(content)
    expect(buffer.length).toBeGreaterThan(0)
    for (const [what, text] of this.#texts) {
      const isFound = buffer.includes(text) || buffer.includes(Buffer.from(text).toString('base64').replaceAll('=', ''))
      expect({ where, what, isFound }).toEqual({ where, what, isFound: false })
    }
  }
}

/**
 * Uses the service as an account does. Sends correct and wrong secrets, in the right parts of a request and in wrong
 * parts.
 *
 * @returns All answers that must not contain a secret.
 */
async function busyRun({ address, key }: ServingChild, secrets: Secrets): Promise<string> {
  const answers: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: of whatever shape.
  type Answer = any
  const ask = async (method: string, path: string, body?: unknown, by = key, headers = {}): Promise<Answer> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const cookie = response.headers.get('set-cookie')
    if (cookie !== null) secrets.add('a session', /utpid_session=([^;]+)/.exec(cookie)?.[1])
    const text = await response.text()
    const answer: Answer = response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : {}
    if ((answer.text ?? answer.secret ?? answer.invitation) === undefined) answers.push(text)
    return answer
  }
  secrets.add('the first key', key)

  const scopes = ['registry:read', 'registry:match']
  const made = await ask('POST', '/account/keys', { name: 'Shop', scopes }, key, { 'idempotency-key': 'a' })
  const shop = secrets.add('another key', made.text)
  await ask('POST', '/account/keys', { name: 'Shop', scopes }, key, { 'idempotency-key': 'a' })
  const rotated = await ask('POST', `/account/keys/${made.key.id}/rotate`, { overlapSeconds: 60 })
  secrets.add('a rotated key', rotated.text)

  const member = { name: 'Ann', email: 'ann@example.com', role: 'developer' }
  const { invitation, member: ann } = await ask('POST', '/account/members', member)
  secrets.add('an invitation', invitation.text)
  const again = await ask('POST', `/account/members/${ann.id}/invitation`, {})
  const link = secrets.add('another invitation', again.invitation.text)
  secrets.add('a password', PASSWORD)
  secrets.add('a wrong password', WRONG_PASSWORD)
  await ask('POST', '/account/invitation', { invitation: link, text: link, password: PASSWORD })
  expect(await ask('POST', '/account/invitation', { invitation: link, password: PASSWORD })).toHaveProperty('id')
  await ask('POST', '/account/session', { email: member.email, password: PASSWORD })
  await ask('POST', '/account/session', { email: member.email, password: WRONG_PASSWORD })
  await ask('POST', '/account/session', { key: shop })

  const receiver = await webhookReceiver(({ type }) => (type === 'webhook.test' ? 500 : 204))
  const events = ['registry.product.*', 'batch.job.completed', 'import.job.completed']
  const hook = await ask('POST', '/account/webhooks', { url: receiver.url, events })
  secrets.addSigning('a secret of a webhook', hook.secret)
  const renewed = await ask('POST', `/account/webhooks/${hook.webhook.id}/rotate-secret`, { overlapSeconds: 60 })
  secrets.addSigning('another secret of a webhook', renewed.secret)
  await ask('POST', `/account/webhooks/${hook.webhook.id}/test`, {})

  const junk = secrets.add('a key that is none', `utp_live_${'x'.repeat(36)}`)
  for (const text of [shop, junk, link]) {
    await ask('GET', '/registry/search?q=a', undefined, text)
    await ask('GET', `/registry/search?q=a&api_key=${text}`)
    await ask('GET', `/registry/nothing/${text}`)
    await ask('POST', '/registry/match', { input: { name: 'a' }, [text.slice(0, 12)]: 1 }, text)
    await ask('GET', '/registry/stats', undefined, text, {
      authorization: text,
      cookie: `utpid_session=${text}`,
      'x-request-id': text,
      'user-agent': text,
      'idempotency-key': text,
    })
    await ask('GET', '/account', undefined, key, { 'x-request-id': text, 'user-agent': `agent ${text}` })
    await ask('POST', '/account/services', { name: 'Desk', [text]: text }, key, { 'idempotency-key': text })
    await ask('GET', `/account/keys/${text}`)
    await ask('GET', `/registry/product/${text}`)
    await ask('GET', `/registry/search?q=a&cursor=${text}`)
  }
  await ask('POST', '/registry/import?supplier=expo', [{ code: '1', name: 'Pension Spree', country: 'DE' }])
  await ask('PUT', '/registry/supplier/expo/code/2', { name: 'Hotel Adlon', location: { country: 'DE' } })
  await ask('POST', '/registry/batch-map', { inputs: [{ name: 'Pension Spree' }, {}], mode: 'async' })
  // Wait until all events are sent and the failing attempt has been made.
  while (![...receiver.events.values()].some(({ type }) => type === 'webhook.test'))
    await ask('GET', '/account/webhooks')
  for (const path of ['/metrics', '/account/keys', '/account/members', '/account/logs', '/account/audit', '/account']) {
    await ask('GET', path)
  }
  await ask('GET', `/account/webhooks/${hook.webhook.id}/deliveries`)
  return answers.join('\n')
}

/** Returns a loopback port on which nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function bytesOf(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))))
}

async function newAddress(): Promise<string> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const url = new URL(await testServer())
  url.password = DATABASE_PASSWORD
  url.searchParams.set('schema', schema)
  return url.href
}

it('finds no secret in what a busy service on a folder leaves behind', () => expectNoSecret(temporaryFolder()))

it('finds no secret in what a busy service on PostgreSQL leaves behind', async () => expectNoSecret(await newAddress()))

async function expectNoSecret(place: string): Promise<void> {
  const secrets = new Secrets()
  const child = await servingChild(place, {
    ...RECEIVER_SETTINGS,
    UTPID_LOG_LEVEL: 'debug',
    UTPID_SECRET_KEY: secrets.add('the key for secrets', randomBytes(32).toString('base64')),
    // The address does not exist: the message about it must not contain its password.
    UTPID_REDIS_URL: `redis://:${secrets.add('the password of Redis', REDIS_PASSWORD)}@127.0.0.1:${await deadPort()}`,
  })
  secrets.add('the password of the database', DATABASE_PASSWORD)
  const answers = await busyRun(child, secrets)
  child.process.kill('SIGINT')
  expect(await child.ended).toBe(0)

  const backup = join(temporaryFolder(), 'backup.jsonl.gz')
  const written = await runCli(['backup', '--out', backup, '--data', place])
  expect(written).toMatchObject({ code: 0 })
  const rows = gunzipSync(readFileSync(backup)).toString()
  for (const table of ['api_keys', 'sessions', 'webhooks', 'request_logs', 'audit', 'deliveries', 'members']) {
    expect(rows).toContain(`"table":"${table}"`)
  }
  secrets.expectNotIn('the answers', answers)
  secrets.expectNotIn('the log', child.log())
  secrets.expectNotIn('standard error', child.errors().replaceAll(child.key, ''))
  secrets.expectNotIn('the backup', rows)
  secrets.expectNotIn('what the backup said', written.err)
  if (!place.startsWith('postgres')) secrets.expectNotIn('the files of the folder', bytesOf(place))
}
