import type { DuplicateAlert, LinkedRecord, Product, SupplierCode, SupplierRecord } from '@utpid/core'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { explainRecords } from '../../src/explain/explain-records.ts'
import type { PairView, SideView } from '../../src/review/pair-view.ts'
import { type ReviewPageOptions, reviewPage } from '../../src/review/review-page.ts'
import { painter } from '../../src/review/styled-text.ts'

const FRAME = { head: '12 of 340 pairs', message: '', foot: 'm merge   q quit' }
const PLAIN: ReviewPageOptions = { paint: painter(false), colours: false, columns: 80, blind: false }

function sideOf(utpid: string, records: readonly SupplierRecord[]): SideView {
  const linked = records.map(
    (record): LinkedRecord => ({
      record,
      method: 'model',
      confidence: 0.9,
      since: '2026-01-01T00:00:00.000Z',
      model: '1',
      tfVersion: 0,
      firstSeenAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }),
  )
  const product = { utpid, records: linked, verified: false } as unknown as Product
  return { product, record: linked[0] as LinkedRecord }
}

function viewOf(left: readonly SupplierRecord[], right: readonly SupplierRecord[]): PairView {
  const alert = { alertId: 'a1', confidence: 0.8731 } as DuplicateAlert
  const [one, other] = [left[0] as SupplierRecord, right[0] as SupplierRecord]
  const [a, b] = [one, other].map(({ supplier, code }) => ({ supplier, code })) as [SupplierCode, SupplierCode]
  return {
    alert,
    sides: [sideOf('UTP-A', left), sideOf('UTP-B', right)],
    explanation: { ...explainRecords(one, other), a, b },
    reasons: [{ code: 'same_supplier', supplier: one.supplier, weight: 11.85, needs: 15.48, bitsShort: 3.63 }],
  }
}

const AURORA: SupplierRecord = {
  supplier: 'north',
  code: 'n1',
  name: 'Hotel Aurora Sirkelbryggen',
  category: 'hotel',
  location: { city: 'Bergen', country: 'NO', coordinates: [60.3951, 5.3242] },
  stars: 4,
}
const AURORA_ANNEX: SupplierRecord = {
  ...AURORA,
  supplier: 'south',
  code: 's1',
  name: 'AURORA Sirkelbryggen Annex',
  location: { city: 'BERGEN', country: 'NO', coordinates: [60.3971, 5.3242] },
  rooms: 12,
}

test('a page at 80 columns', () => {
  const others = ['a', 'b', 'c'].map((code): SupplierRecord => ({ ...AURORA, supplier: 'west', code }))
  const page = reviewPage(viewOf([AURORA, ...others], [AURORA_ANNEX]), FRAME, PLAIN)
  expect(page.split('\n').slice(0, 11)).toEqual([
    '12 of 340 pairs',
    '',
    '            UTP-A                              UTP-B',
    '            4 records; north n1                1 record; south s1',
    'name        [Hotel] Aurora Sirkelbryggen     ≠ AURORA Sirkelbryggen [Annex]',
    'category    hotel                            = hotel',
    'city        Bergen                           ~ BERGEN',
    'country     NO                               = NO',
    'coordinates 60.3951, 5.3242                  ~ 60.3971, 5.3242',
    'stars       4                                = 4',
    'rooms                                          12',
  ])
  expect(page).toMatch(/^distance {4}222 m$/m)
  expect(page).toMatch(/bits in total; by itself confidence 0\.873$/m)
  expect(page).toContain('Not linked: They are two codes of north.')
  expect(page).toMatch(/^also {8}west: Hotel Aurora Sirkelbryggen$/m)
})

test('a blind page says nothing of what the model thinks', () => {
  const page = reviewPage(viewOf([AURORA], [AURORA_ANNEX]), FRAME, { ...PLAIN, blind: true })
  expect(page).not.toMatch(/bits|^why|^Not linked|confidence/m)
})

/** A pair with a veto. @param vetoes - Number of comparisons of the veto; further ones are invented. */
function vetoedView(vetoes: number): PairView {
  const third = { ...AURORA, name: 'Hotel Aurora 3', licence: 'N-1' }
  const view = viewOf([third], [{ ...third, supplier: 'south', code: 's1', name: 'Hotel Aurora 4' }])
  const number = view.explanation.comparisons.find(({ name }) => name === 'number')
  if (!view.explanation.vetoed || number === undefined) throw new Error('The model has no veto of other numbers.')
  const others = Array.from({ length: vetoes - 1 }, (_, at) => ({ ...number, name: `invented ${at}` }))
  return { ...view, reasons: [{ code: 'vetoed', comparisons: [number, ...others] }] }
}

test('a veto is named with its comparison and level, also on a small terminal', () => {
  for (const rows of [undefined, 24, 16]) {
    const lines = reviewPage(vetoedView(1), FRAME, { ...PLAIN, rows }).split('\n')
    expect(lines).toContain('Not linked: A veto overrides all agreements: number, different: "3" and "4"')
  }
  const wide = reviewPage(vetoedView(3), FRAME, { ...PLAIN, columns: 160 })
  expect(wide).toContain('number, different: "3" and "4"; invented 0, different: "3" and "4"; invented 1, different')
  // An ellipsis shows that the text is cut.
  const small = reviewPage(vetoedView(3), FRAME, { ...PLAIN, rows: 16 })
  expect(small).toMatch(/^Not linked: A veto overrides all agreements: number, different: "3" and "4";?…$/m)
})

test('the details of a reason name what is kept apart', () => {
  const forbidding = {
    a: { supplier: 'north', code: 'n2' },
    b: { supplier: 'south', code: 's2' },
    by: 'veto',
    weight: 3.21,
  } as const
  const page = reviewPage(
    {
      ...viewOf([AURORA], [AURORA_ANNEX]),
      reasons: [{ code: 'other_pair_forbids', pairs: [forbidding], total: 1 }],
    },
    FRAME,
    PLAIN,
  )
  expect(page.replaceAll('\n', ' ')).toContain('prevents a link: north:n2 and south:s2: a veto (3.2 bits) why ')
})

test('a blind page does not name a veto', () => {
  expect(reviewPage(vetoedView(1), FRAME, { ...PLAIN, blind: true })).not.toMatch(/veto|number, different/)
})

test('in colours, what differs is coloured and not between brackets', () => {
  const page = reviewPage(viewOf([AURORA], [AURORA_ANNEX]), FRAME, { ...PLAIN, paint: painter(true), colours: true })
  expect(page).toContain('\u001b[1;33mAnnex\u001b[0m')
  expect(page).not.toContain('[Annex]')
})

const word = fc.constantFrom(
  'Hotel',
  'Aurora',
  'ホテル月見堂',
  '한국',
  'Straße',
  'x'.repeat(70),
  '👩‍👩‍👧',
  '2',
  '\u001b[2J',
)
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const records = fc.record({
  supplier: fc.constantFrom('north', 'south', 's'.repeat(64)),
  code: fc.constantFrom('1', '月', 'c'.repeat(256)),
  name: text,
  phone: fc.option(text, { nil: undefined }),
  website: fc.option(text, { nil: undefined }),
  brand: fc.option(text, { nil: undefined }),
  operator: fc.option(text, { nil: undefined }),
  licence: fc.option(text, { nil: undefined }),
  location: fc.record({ address: text, city: text, region: text, postalCode: fc.constantFrom('5003', '月') }),
}) as fc.Arbitrary<SupplierRecord>

test('whatever the records say, no line is wider than the terminal, nothing moves its cursor, and columns stay in line', () => {
  fc.assert(
    fc.property(
      fc.array(records, { minLength: 1, maxLength: 5 }),
      fc.array(records, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 80, max: 200 }),
      (left, right, columns) => {
        const lines = reviewPage(viewOf(left, right), FRAME, { ...PLAIN, columns }).split('\n')
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns)
        expect(lines.join('')).not.toContain('\u001b')
        const side = Math.floor((Math.min(columns, 160) - 15) / 2)
        const mark = lines.find((line) => line.startsWith('name'))?.match(/^(.*) [=~≠] /)?.[1]
        expect(stringWidth(mark ?? '')).toBe(12 + side)
      },
    ),
    runs(40),
  )
})

test('on a terminal of 24 lines a page fits, the name and the keys included', () => {
  fc.assert(
    fc.property(records, records, fc.boolean(), (left, right, isVetoed) => {
      const view = viewOf([left, AURORA, AURORA], [right, AURORA])
      const { reasons } = isVetoed ? vetoedView(5) : view
      const page = reviewPage({ ...view, reasons }, FRAME, { ...PLAIN, rows: 24 })
      const lines = page.trimEnd().split('\n')
      expect(lines.length).toBeLessThan(24)
      expect(lines.some((line) => line.startsWith('name'))).toBe(true)
      expect(lines.at(-1)).toBe(FRAME.foot)
    }),
    runs(40),
  )
})
