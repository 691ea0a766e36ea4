import type { Utpid } from '@utpid/core'
import type { Lineage, LineageStory } from '@utpid/core/operations'
import { expect, test } from 'vitest'
import { lineageText } from '../../src/render/lineage-text.ts'

const step = (day: number, kind: LineageStory['kind'], other?: string): LineageStory => ({
  change: day,
  at: `2026-01-0${day}T10:00:00.000Z`,
  kind,
  ...(other === undefined ? {} : { other: other as Utpid }),
})

function lineage(utpid: string, status: Lineage['status'], into: string | null, steps: LineageStory[]): Lineage {
  return { utpid: utpid as Utpid, status, into: into as Utpid | null, steps, aliases: [] }
}

test('a tree follows merges to the product that answers, each UTPID drawn once', () => {
  const root = {
    ...lineage('UTP-A', 'merged', 'UTP-C', [step(1, 'minted'), step(3, 'merged', 'UTP-B'), step(5, 'merged', 'UTP-C')]),
    aliases: [{ alias: 'TW-1', utpid: 'UTP-A' as Utpid }],
  }
  const others = new Map([
    ['UTP-A', root],
    ['UTP-B', lineage('UTP-B', 'merged', 'UTP-C', [step(2, 'minted'), step(5, 'merged', 'UTP-C')])],
    ['UTP-C', lineage('UTP-C', 'active', 'UTP-C', [step(4, 'split', 'UTP-A')])],
  ])
  expect(lineageText(root, others)).toBe(`UTP-A  merged, now UTP-C
├─ 2026-01-01 10:00  minted  (change 1)
├─ 2026-01-03 10:00  merged into UTP-B  (change 3)
│  UTP-B  merged, now UTP-C
│  ├─ 2026-01-02 10:00  minted  (change 2)
│  └─ 2026-01-05 10:00  merged into UTP-C  (change 5)
│     UTP-C  active
│     └─ 2026-01-04 10:00  split, the other part is UTP-A  (change 4)
├─ 2026-01-05 10:00  merged into UTP-C  (change 5)
└─ also known as TW-1
`)
})

test('one that is gone says so', () => {
  expect(lineageText(lineage('UTP-A', 'deleted', null, [step(1, 'deleted')]), new Map())).toBe(
    'UTP-A  deleted\n└─ 2026-01-01 10:00  deleted  (change 1)\n',
  )
})
