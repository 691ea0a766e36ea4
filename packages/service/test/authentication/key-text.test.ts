import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashSecret, isSameHash } from '../../src/authentication/key-hash.ts'
import { makeKeyText, parseKeyText, randomText } from '../../src/authentication/key-text.ts'
import { virtualEnvironment } from '../support/virtual-environment.ts'

const { random } = virtualEnvironment()

describe('the secret of a key', () => {
  it('contains its kind, and is recognized by its form alone', () => {
    for (const mode of ['live', 'test'] as const) {
      const text = makeKeyText(mode, random)
      expect(text).toMatch(new RegExp(`^utp_${mode}_[0-9A-Za-z]{36}$`))
      expect(parseKeyText(text)).toBe(mode)
    }
    expect(makeKeyText('live', random)).not.toBe(makeKeyText('live', random))
  })

  it('is invalid if any character changes', () => {
    const text = makeKeyText('live', random)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0aZ_ é'), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1)
        expect(parseKeyText(changed)).toBe(changed === text ? 'live' : undefined)
      }),
      runs(500),
    )
    for (const junk of ['', text.slice(1), `${text}0`, ` ${text}`, `${text}\n`, text.toUpperCase()]) {
      expect(parseKeyText(junk)).toBeUndefined()
    }
  })

  it('has uniformly distributed characters', () => {
    const counts = new Map<string, number>()
    for (const character of randomText(62_000, random)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200)
  })

  it('is stored as its SHA-256', () => {
    expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(isSameHash(hashSecret('a'), hashSecret('a'))).toBe(true)
    expect(isSameHash(hashSecret('a'), hashSecret('b'))).toBe(false)
    expect(isSameHash('a', 'ab')).toBe(false)
  })
})
