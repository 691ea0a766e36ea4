import { describe, expect, test } from 'vitest'
import { phoneFeature, splitWebAddress, webFeatures } from '../../../src/features/extract/contact-features.ts'

describe('phone', () => {
  test.each<[string, readonly string[]]>([
    [
      'France',
      ['+33 1 42 60 30 70', '0033142603070', '01 42 60 30 70', '+33 (0)1 42 60 30 70', '01.42.60.30.70 poste 12'],
    ],
    ['Germany', ['+49 30 22610', '030 22610'].map((each) => `${each}123`)],
    ['United Kingdom', ['+44 20 7946 0958', '020 7946 0958', '(020) 79460958', '+44 (0)20 7946 0958']],
    ['United States', ['+1 212-555-0147', '(212) 555-0147', '212.555.0147 ext. 9', '001 212 555 0147']],
    ['Spain', ['+34 915 550 147', '915550147']],
    ['Italy', ['+39 06 5550 1470', '06 55501470']],
    ['Japan', ['+81 3-5555-0147', '03-5555-0147']],
    ['Singapore', ['+65 6555 0147', '+65 65550147 / 65550148']],
    ['Brazil', ['+55 11 5555-0147', '(11) 5555-0147']],
    ['Australia', ['+61 2 5550 0147', '02 5550 0147']],
  ])('%s: the number is the same in any notation', (_country, numbers) => {
    const features = numbers.map((number) => phoneFeature(number))
    expect(features[0]).toBeGreaterThan(0)
    expect(features[0]).toBeLessThan(1_000_000_000)
    for (const feature of features.slice(1))
      expect((feature as number) % 10_000_000).toBe((features[0] as number) % 10_000_000)
  })

  test('the first of several numbers counts', () => {
    expect(phoneFeature('01 42 60 30 70; 01 42 60 30 99')).toBe(phoneFeature('0142603070'))
    expect(phoneFeature('01 42 60 30 70 ou 06 11 22 33 44')).toBe(phoneFeature('0142603070'))
  })

  test.each(['', '12345', 'call us', '000000000', '1111111', '()'])('%j is no phone number', (text) => {
    expect(phoneFeature(text)).toBeUndefined()
  })
})

describe('web', () => {
  test.each([
    ['http://www.ritz.example/', 'ritz.example', ''],
    ['HTTPS://WWW.Ritz.example', 'ritz.example', ''],
    ['ritz.example/Paris/', 'ritz.example', '/paris'],
    ['www2.ritz.example/index.html', 'ritz.example', ''],
    ['https://user:pass@ritz.example:8080/a?b=c#d', 'ritz.example', '/a'],
    ['ritz.example.', 'ritz.example', ''],
    ['http://hôtel-ritz.example/', 'hôtel-ritz.example', ''],
  ])('%s', (text, host, path) => {
    expect(splitWebAddress(text)).toEqual({ host, path })
  })

  test.each(['', 'none', 'http://', 'hotel ritz', 'localhost', '@', 'http://.', 'a b.example'])(
    '%j is no web address',
    (text) => {
      expect(splitWebAddress(text)).toBeUndefined()
      expect(webFeatures(text)).toBeUndefined()
    },
  )

  test('a page differs from its host, and shared hosts are detected', () => {
    const [home, page] = [webFeatures('ritz.example'), webFeatures('ritz.example/paris')]
    expect(home?.host).toBe(page?.host)
    expect(home?.page).not.toBe(page?.page)
    expect(home?.shared).toBe(false)
    for (const shared of [
      'facebook.com/ritz',
      'https://www.booking.com/hotel/fr/ritz.html',
      'ritz.business.site',
      'fr-fr.facebook.com/x',
    ]) {
      expect(webFeatures(shared)?.shared, shared).toBe(true)
    }
  })
})

test('a path of thousands of slashes is parsed quickly', () => {
  expect(splitWebAddress(`ritz.example/a${'/'.repeat(200_000)}`)?.path).toBe('/a')
  expect(splitWebAddress(`ritz.example${'/'.repeat(200_000)}a`)?.path).toHaveLength(200_001)
})
