import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ERROR_CODES } from '@utpid/core/codes'
import { SERVICE_ERROR_CODES } from '@utpid/service/internal'
import { describe, expect, it } from 'vitest'
import { HTTP_ERROR_CODES } from '../src/errors/http-error.ts'
import { PROBLEM_CODES, type ProblemCode } from '../src/errors/problem-codes.ts'
import { statusOf } from '../src/response/problem.ts'

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url))
const CODES = Object.keys(PROBLEM_CODES) as ProblemCode[]

function sourceOf(name: string): string {
  const folder = join(PACKAGES, name, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
}

/** Returns the codes with which a source creates errors of a class. */
function codesIn(source: string, errorClass: string): Set<string> {
  const creations = source.matchAll(new RegExp(`new ${errorClass}\\(\\s*'(\\w+)'`, 'g'))
  return new Set([...creations].map(([, code = '']) => code))
}

describe('the codes of errors', () => {
  it('are each in one table', () => {
    const all = [ERROR_CODES, SERVICE_ERROR_CODES, HTTP_ERROR_CODES].flatMap((table) => Object.keys(table))
    expect(all.filter((code, at) => all.indexOf(code) !== at)).toEqual([])
    expect(all.sort()).toEqual([...CODES].sort())
  })

  it.each(CODES)('%s has a sentence and a status', (code) => {
    expect(PROBLEM_CODES[code]).toMatch(/^[\w`].*\.$/)
    expect(statusOf(code)).toBeGreaterThanOrEqual(400)
    expect(statusOf(code)).toBeLessThan(600)
  })

  it('of core are thrown by core or by an adapter', () => {
    const adapters = readdirSync(PACKAGES).filter((name) => name.startsWith('adapter-'))
    const thrown = codesIn(['core', ...adapters].map(sourceOf).join('\n'), 'RegistryError')
    expect(Object.keys(ERROR_CODES).filter((code) => !thrown.has(code))).toEqual([])
  })

  it('of the service are reported by the service', () => {
    const source = sourceOf('service')
    expect(Object.keys(SERVICE_ERROR_CODES).filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })

  it('of HTTP are reported by the HTTP service', () => {
    const source = sourceOf('http-koa')
    expect(Object.keys(HTTP_ERROR_CODES).filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })
})
