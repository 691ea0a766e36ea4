import { OPERATIONS, type Operations } from '../generated/operations.ts'
import type { CallOptions } from '../transport/call-options.ts'
import type { Sender, SentRequest } from '../transport/sender.ts'

type Value = string | number | boolean | readonly string[] | null | undefined

/**
 * Creates one method per operation. The method's arguments are path parameters, body, query and options, in this order.
 */
export function operationMethods(sender: Sender): Operations {
  return Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, text]) => [name, methodOf(sender, text)]),
  ) as unknown as Operations
}

function methodOf(sender: Sender, text: string): (...given: unknown[]) => Promise<unknown> {
  const [method = '', sent = '', template = ''] = text.split(' ')
  return async (...given) => {
    const path = template.replaceAll('*', () => pathPart(given.shift()))
    const body = sent.includes('b') ? (given.shift() ?? {}) : sent.includes('e') ? {} : undefined
    const query = sent.includes('q') ? (given.shift() as Readonly<Record<string, Value>> | undefined) : undefined
    const options = given.shift() as CallOptions | undefined
    const request = jsonRequest(method, path + queryText(query), body)
    return await sender.send(sent.includes('r') ? { ...request, isSafe: true } : request, jsonOf, options)
  }
}

export function jsonRequest(method: string, path: string, body: unknown): SentRequest {
  const sent = body === undefined ? {} : { body: () => JSON.stringify(body), contentType: 'application/json' }
  return { method, path, ...sent }
}

export async function jsonOf(response: Response): Promise<unknown> {
  return response.status === 204 ? undefined : await response.json()
}

/** @throws {TypeError} for an empty text, `.` or `..`: servers and browsers would resolve dots as path segments. */
function pathPart(value: unknown): string {
  const text = String(value ?? '')
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`"${text}" cannot be part of a path; use a non-empty id other than "." and "..".`)
  return encodeURIComponent(text)
}

/** Formats a query: `?a=1&b=2`. Omits undefined values, and joins lists with commas. */
export function queryText(query: Readonly<Record<string, Value>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
