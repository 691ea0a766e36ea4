import { rowKey } from '@utpid/core/storage'
import type { Role } from '@utpid/service/internal'
import { totpCode } from '@utpid/testing'
import type { HostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

/** A valid id that belongs to no object. */
export const NOBODYS = '00000000-0000-7000-8000-00000000ffff'

const PASSWORD = 'correct horse battery staple'

/** A member who can sign in. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
}

/** Headers of a request of a dashboard session, instead of a key. */
export type SessionHeaders = Readonly<Record<'authorization' | 'cookie', string>>

/** A served registry that creates new objects for requests. */
export class World {
  readonly hosted: HostedTestService
  #made = 0
  readonly #plans = new Map<string, string>()
  #exported: Promise<string> | undefined
  #password: string | undefined

  constructor(hosted: HostedTestService) {
    this.hosted = hosted
  }

  /** Returns a new number each time. */
  number(): number {
    return ++this.#made
  }

  /** Sends a request. @returns the body of its response. @throws if the response is an error. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check the fields that they read.
  async made(method: string, path: string, body?: unknown, key?: string, headers?: SessionHeaders): Promise<any> {
    const given = {
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
      ...(headers === undefined ? {} : { headers }),
    }
    const response = await this.hosted.ask(method, path, given)
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : await jsonOf(response)
  }

  /** Returns a record of a new place. */
  record(): { readonly name: string; readonly location: object } {
    const at = this.number()
    const location = { country: 'DE', coordinates: [-60 + at * 0.1, at * 0.2 - 90] }
    return { name: `Pension ${wordOf(at)}`, location }
  }

  async product(): Promise<string> {
    const { utpid } = await this.made('PUT', `/registry/supplier/expo/code/p${this.number()}`, this.record())
    return utpid
  }

  /** Creates a record and returns its code. */
  async code(): Promise<string> {
    const code = `c${this.number()}`
    await this.made('PUT', `/registry/supplier/expo/code/${code}`, this.record())
    return code
  }

  /** Creates a member of the first account with a password. Only the first password is hashed, which takes long. */
  async member(role: Role = 'viewer'): Promise<Person> {
    const email = `person${this.number()}@example.com`
    const { member, invitation } = await this.made('POST', '/account/members', { name: 'Eve', email, role })
    const { service, accountId } = this.hosted
    const key = rowKey(accountId, member.id)
    if (this.#password === undefined) {
      await this.made('POST', '/account/invitation', { invitation: invitation.text, password: PASSWORD })
      this.#password = (await service.store.read('members', [key]))[0]?.row.password
    } else {
      const [stored] = await service.store.read('members', [key])
      if (stored === undefined) throw new Error('The member does not exist.')
      const { invitation: _, ...row } = stored.row
      await service.store.write([
        { table: 'members', key, row: { ...row, status: 'active', password: this.#password } },
      ])
    }
    return { id: member.id, email, password: PASSWORD }
  }

  /** Creates a member and opens a session. @returns the headers of its requests */
  async session(role: Role = 'viewer'): Promise<SessionHeaders> {
    return await this.signedIn(await this.member(role))
  }

  async signedIn({ id }: Person): Promise<SessionHeaders> {
    const { text } = await this.hosted.service.sessions.signInFromProvider(this.hosted.accountId, id)
    return { authorization: '', cookie: `utpid_session=${text}` }
  }

  /** Starts a second factor. @returns the code that confirms it, and the next code */
  async begunTotp(headers: SessionHeaders): Promise<{ readonly code: string; readonly next: string }> {
    const { secret } = await this.made('POST', '/account/totp', {}, undefined, headers)
    const now = this.hosted.service.environment.now()
    return { code: totpCode(secret, now), next: totpCode(secret, now + 30_000) }
  }

  /** Opens a session of a member with a second factor. @returns the next code */
  async withTotp(): Promise<{ readonly headers: SessionHeaders; readonly next: string; readonly person: Person }> {
    const person = await this.member()
    const headers = await this.signedIn(person)
    const { code, next } = await this.begunTotp(headers)
    await this.made('POST', '/account/totp/confirmation', { code }, undefined, headers)
    return { headers, next, person }
  }

  async deleted(): Promise<string> {
    const utpid = await this.product()
    await this.made('DELETE', `/registry/product/${utpid}`)
    return utpid
  }

  async retired(): Promise<string> {
    const code = `r${this.number()}`
    const { utpid } = await this.made('PUT', `/registry/supplier/expo/code/${code}`, this.record())
    await this.made('DELETE', `/registry/supplier/expo/code/${code}`)
    return utpid
  }

  async merged(): Promise<string> {
    const [utpid, other] = [await this.product(), await this.product()]
    await this.made('POST', '/registry/merge', { utpid, other, survivor: utpid })
    return other
  }

  /** Creates two similar products of one supplier. */
  async alert(): Promise<{ readonly alertId: string; readonly utpids: readonly [string, string] }> {
    const record = this.record()
    const made: { utpid: string }[] = []
    for (let count = 0; count < 2; count++) {
      made.push(await this.made('PUT', `/registry/supplier/twins/code/t${this.number()}`, record))
    }
    const [one, other] = made.map(({ utpid }) => utpid) as [string, string]
    const { results } = await this.made('GET', `/registry/duplicates/${one}`)
    return { alertId: results[0].alertId, utpids: [one, other] }
  }

  /** Creates a product of two records and returns their codes. */
  async pair(): Promise<{ readonly utpid: string; readonly codes: readonly [string, string] }> {
    const codes = [await this.code(), await this.code()] as const
    const at = async (code: string): Promise<string> =>
      (await this.made('GET', `/registry/supplier/expo/code/${code}`)).utpid
    const utpid = await at(codes[0])
    await this.made('POST', '/registry/merge', { utpid, other: await at(codes[1]), survivor: utpid })
    return { utpid, codes }
  }

  /** Creates a product of two equal records and returns the code of supplier `other`. */
  async shared(): Promise<{ readonly utpid: string; readonly code: string }> {
    const record = { ...this.record(), category: 'hotel', phone: `+49 30 ${1_000_000 + this.number()}` }
    const [one, code] = [`s${this.number()}`, `s${this.number()}`]
    await this.made('PUT', `/registry/supplier/expo/code/${one}`, record)
    const { utpid } = await this.made('PUT', `/registry/supplier/other/code/${code}`, record)
    return { utpid, code }
  }

  /** Returns the change number of a decision that can be undone. */
  async decision(): Promise<number> {
    const { change } = await this.made('PATCH', `/registry/product/${await this.product()}`, { fields: { stars: 4 } })
    return change
  }

  async supplier(): Promise<string> {
    const id = `supplier${this.number()}`
    await this.made('PUT', `/registry/suppliers/${id}`, { name: id })
    return id
  }

  async concordance(): Promise<string> {
    const name = `vendor${this.number()}`
    await this.made('POST', `/registry/concordances/${name}`, { entries: [{ supplier: 'expo', code: '1', set: '1' }] })
    return name
  }

  async key(): Promise<string> {
    const { key } = await this.made('POST', '/account/keys', { name: 'Key', scopes: ['registry:read'] })
    return key.id
  }

  async invited(): Promise<{ readonly id: string; readonly text: string }> {
    const email = `ann${this.number()}@example.com`
    const { member, invitation } = await this.made('POST', '/account/members', { name: 'Ann', email, role: 'viewer' })
    return { id: member.id, text: invitation.text }
  }

  async service(): Promise<string> {
    return (await this.made('POST', '/account/services', { name: `Shop ${this.number()}` })).id
  }

  async webhook(): Promise<string> {
    const events = ['account.quota.reached']
    const { webhook } = await this.made('POST', '/account/webhooks', { url: NOBODY_LISTENS, events })
    return webhook.id
  }

  /** Returns the ids of a webhook and of its delivery. */
  async delivery(): Promise<readonly [string, string]> {
    const webhook = await this.webhook()
    return [webhook, (await this.made('POST', `/account/webhooks/${webhook}/test`, {})).deliveryId]
  }

  /** @param path - Path for this kind of job. */
  async job(path: string): Promise<string> {
    const { id } = await this.made('POST', ...jobRequest(path))
    return id
  }

  /** Returns a finished job. */
  async endedJob(path: string): Promise<string> {
    const id = await this.job(path)
    const lines = await this.hosted.ask('GET', `${path}/${id}/results`, { headers: { accept: 'application/x-ndjson' } })
    await lines.text()
    return await this.#ended(`${path}/${id}`)
  }

  /** Sends a file as a job. @returns the id of the job. */
  async sentFile(path: string, query = ''): Promise<string> {
    const isImport = path === '/registry/import'
    const answer = await this.hosted.fetch(`${path}?${isImport ? 'supplier=own' : 'mode=async'}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.hosted.key}`, 'content-type': 'text/csv' },
      body: 'code,name,country\n1,Hotel Eins,DE\n',
    })
    return (await jsonOf(answer)).id
  }

  /** Returns a finished job of a file. */
  async endedFile(path: string, query?: string): Promise<string> {
    return await this.#ended(`${path}/${await this.sentFile(path, query)}`)
  }

  /** Returns a finished export. Tests that only read share it. */
  exported(): Promise<string> {
    this.#exported ??= this.made('POST', '/admin/jobs', { kind: 'export', format: 'crosswalk' }).then(({ id }) =>
      this.#ended(`/admin/jobs/${id}`),
    )
    return this.#exported
  }

  async #ended(path: string): Promise<string> {
    for (;;) {
      const { id, status } = await this.made('GET', path)
      if (status === 'completed') return id
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }

  async account(plan = 'enterprise'): Promise<string> {
    return (await this.made('POST', '/admin/accounts', { name: `Account ${this.number()}`, plan })).id
  }

  async keyOf(account: string): Promise<string> {
    const { key } = await this.made('POST', `/admin/accounts/${account}/keys`, { name: 'Key', scopes: ['usage:read'] })
    return key.id
  }

  async memberOf(account: string): Promise<string> {
    const body = { name: 'Ann', email: 'ann@example.com', role: 'owner' }
    const { member } = await this.made('POST', `/admin/accounts/${account}/members`, body)
    return member.id
  }

  /** Returns the id of a logged request. */
  async request(): Promise<string> {
    const id = `request-${this.number()}`
    await this.hosted.ask('GET', '/registry/stats', { headers: { 'x-request-id': id } })
    await this.hosted.service.recorder.flush()
    return id
  }

  /** Returns the id of a plan with these limits. Calls with equal limits get the same plan. */
  async plan(terms: object): Promise<string> {
    const asked = JSON.stringify(terms)
    const known = this.#plans.get(asked)
    if (known !== undefined) return known
    const plan = `plan${this.number()}`
    const body = { name: plan, batchSize: 10, keyLimits: false, ...terms }
    await this.made('PUT', `/admin/plans/${plan}`, body)
    this.#plans.set(asked, plan)
    return plan
  }

  /** Returns a key of an account whose plan has these limits. */
  async planKey(terms: object): Promise<string> {
    return (await this.hosted.newKey(['*'], await this.plan(terms))).key
  }
}

/** Deliveries to this URL fail at once. */
const NOBODY_LISTENS = 'http://127.0.0.1:1024/'

const CONSONANTS = 'bdfgklmnprstvz'
const VOWELS = 'aeiou'

/** Returns a unique name for each number, dissimilar to all other names. */
function wordOf(at: number): string {
  let rest = (at * 7_919) % 9_604_000
  let word = ''
  for (let part = 0; part < 4; part++) {
    word += `${CONSONANTS[rest % 14]}${VOWELS[Math.floor(rest / 14) % 5]}`
    rest = Math.floor(rest / 70)
  }
  return word
}

/** Returns path and body of a request that creates a job. */
export function jobRequest(path: string): readonly [path: string, body: unknown] {
  if (path === '/registry/import') return [`${path}?supplier=own`, [{ code: '1', name: 'Hotel Eins', country: 'DE' }]]
  if (path === '/registry/concordance-import') {
    return [`${path}?name=giata&add=true`, [{ id: '3956', provider: 'expo', code: '1' }]]
  }
  return [path, { inputs: [{ name: 'Hotel Adlon' }], mode: 'async' }]
}
