import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { secretBox } from '../../src/secrets/seal.ts'

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const unreadable = expect.objectContaining({ code: 'secret_unreadable' })

it('decrypts what it encrypted, and never gives the same ciphertext twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, purpose) => {
      const box = secretBox([randomBytes(32)])
      const sealed = box.seal(text.toWellFormed(), purpose.toWellFormed())
      expect(box.open(sealed, purpose.toWellFormed())).toBe(text.toWellFormed())
      expect(box.seal(text.toWellFormed(), purpose.toWellFormed())).not.toBe(sealed)
    }),
  )
})

it('decrypts no changed text, no text for another purpose and no text with another key', () => {
  const box = secretBox([key(1)])
  const sealed = box.seal('whsec_text', 'webhook 1')
  expect(sealed).not.toContain('whsec_text')
  expect(() => box.open(sealed, 'webhook 2')).toThrow(unreadable)
  expect(() => secretBox([key(2)]).open(sealed, 'webhook 1')).toThrow(unreadable)
  for (const other of ['', 'v1', 'v2.a.b', sealed.slice(0, 30), 'v1.00000000.AAAA']) {
    expect(() => box.open(other, 'webhook 1')).toThrow(unreadable)
  }
  const [version, id, content = ''] = sealed.split('.')
  const bytes = Buffer.from(content, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] as number) ^ 1
    expect(() => box.open([version, id, changed.toString('base64url')].join('.'), 'webhook 1')).toThrow(unreadable)
  }
})

it('decrypts with an older key, and encrypts with the newest key', () => {
  const old = secretBox([key(1)]).seal('text', 'a')
  const box = secretBox([key(2), key(1)])
  expect(box.open(old, 'a')).toBe('text')
  expect(secretBox([key(2)]).open(box.seal('text', 'a'), 'a')).toBe('text')
})

it('rejects keys of another length, without showing them', () => {
  expect(() => secretBox([new Uint8Array(31)])).toThrow(expect.objectContaining({ code: 'validation_failed' }))
})
