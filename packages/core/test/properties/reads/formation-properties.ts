import type { Registry } from '@utpid/core'
import type { Formation, FormationRecord, FormationStep, NonMatchCode } from '@utpid/core/operations'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ACTOR } from '../../support/decided.ts'
import { openRegistry } from '../../support/open-registry.ts'
import { history } from '../../support/small-world.ts'

/** The reasons of `explainNonMatch` of which at least one holds between the two products after a refusal. */
const REASONS: Readonly<Record<string, readonly NonMatchCode[]>> = {
  judged_different: ['judged_different'],
  curated_apart: ['curated_apart', 'judged_different'],
  vetoed: ['vetoed', 'other_pair_forbids'],
  same_supplier: ['same_supplier', 'other_pair_forbids'],
  below_match: ['below_match'],
}

/**
 * Tests that the steps of each product, replayed, give its records after any history with decisions, and that a refusal
 * by another product is a reason of `explainNonMatch`.
 */
export function stepsGiveTheProducts(numRuns: number): Promise<void> {
  const choices = fc.array(fc.record({ at: fc.nat(20), isMerge: fc.boolean() }), { maxLength: 4 })
  let refused = 0
  const property = fc.asyncProperty(history({ batches: 4, perBatch: 7 }), choices, async (batches, decisions) => {
    const { registry } = await openRegistry()
    for (const batch of batches) await registry.import(batch)
    for (const { at, isMerge } of decisions) {
      const { alerts } = await registry.alerts({ status: 'open' })
      const alert = alerts[at % (alerts.length || 1)]
      // Some decisions contradict earlier ones.
      if (alert !== undefined) {
        await registry
          .resolve(alert.alertId, { ...ACTOR, resolution: isMerge ? 'merge' : 'dismiss' })
          .catch(() => undefined)
      }
    }
    for await (const { utpid } of registry.crosswalk()) {
      if (utpid === null) continue
      const how = await registry.how(utpid)
      expect(how.current).toBe(true)
      expectReplayed(how)
      for (const step of how.steps)
        if (step.refusal !== null && step.utpid !== null) {
          refused++
          await expectReason(registry, step)
        }
    }
  })
  return fc.assert(property, runs(numRuns)).then(() => expect(refused).toBeGreaterThan(0))
}

function expectReplayed({ records, kept, steps }: Formation): void {
  const clusterOf = new Map<string, Set<string>>()
  const of = (record: FormationRecord): Set<string> => {
    const name = nameOf(record)
    const cluster = clusterOf.get(name) ?? new Set([name])
    clusterOf.set(name, cluster)
    return cluster
  }
  const join = (one: Set<string>, other: Set<string>): void => {
    const joined = new Set([...one, ...other])
    for (const name of joined) clusterOf.set(name, joined)
  }
  for (const [first, ...others] of kept) for (const each of others) join(of(first as FormationRecord), of(each))
  let last = Number.POSITIVE_INFINITY
  for (const { a, b, weight, outcome, clusters, utpid } of steps) {
    if (clusters === null) {
      expect([outcome, utpid === null]).toEqual(['refused', false])
      continue
    }
    expect(weight).toBeLessThanOrEqual(last)
    last = weight
    expect(clusters[0]).toBe(of(a).size)
    if (utpid === null) expect(clusters[1]).toBe(of(b).size)
    expect(outcome === 'together').toBe(of(a) === of(b))
    if (outcome === 'joined') join(of(a), of(b))
  }
  const [first] = records
  expect([...of(first as FormationRecord)].sort()).toEqual(records.map(nameOf).sort())
}

async function expectReason(registry: Registry, { a, b, refusal }: FormationStep): Promise<void> {
  const expected = REASONS[refusal?.code ?? '']
  if (expected === undefined) return
  const { together, reasons } = await registry.explainNonMatch(codeOf(a), codeOf(b))
  const codes = reasons.map(({ code }) => code)
  expect(together).toBe(false)
  expect(
    codes.some((code) => expected.includes(code)),
    `${refusal?.code}: ${codes.join()}`,
  ).toBe(true)
}

function codeOf({ supplier, code }: FormationRecord): { readonly supplier: string; readonly code: string } {
  return { supplier, code }
}

function nameOf({ supplier, code }: FormationRecord): string {
  return `${supplier}:${code}`
}
