/** The standing of a pair among other candidates of the same supplier. */
export interface Competition {
  readonly level: 'alone' | 'far_ahead' | 'ahead' | 'behind' | 'far_behind'
  readonly bits: number
  readonly record: { readonly supplier: string; readonly code: string } | null
}

interface Scored {
  readonly prior: number
  readonly competition: Competition | null
  readonly comparisons: readonly {
    readonly name: string
    readonly level: string
    readonly bits: number
    readonly input: string | null
    readonly record: string | null
  }[]
}

export interface WaterfallStep {
  readonly name: string
  readonly level: string
  readonly bits: number
  /** Start and end of the bar, in bits. */
  readonly from: number
  readonly to: number
  readonly said: string
}

/** Returns the bars of a waterfall: first the prior, then the comparisons, strongest first. */
export function stepsOf({ prior, competition, comparisons }: Scored): {
  readonly steps: readonly WaterfallStep[]
  /** Minimum of the bars and of 0. */
  readonly least: number
  readonly most: number
} {
  const compared = comparisons.map(({ name, level, bits, input, record }) => {
    return { name, level, bits, said: saidBy(input, record) }
  })
  const telling = [...compared, ...(competition === null ? [] : [competitionStep(competition)])]
    .filter(({ bits }) => bits !== 0)
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
  let sum = 0
  const steps = [{ name: 'prior', level: 'before anything is known', bits: prior, said: '' }, ...telling].map(
    (each) => {
      const from = sum
      sum += each.bits
      return { ...each, from, to: sum }
    },
  )
  const ends = steps.flatMap(({ from, to }) => [from, to])
  return { steps, least: Math.min(0, ...ends), most: Math.max(0, ...ends) }
}

function competitionStep({ level, bits, record }: Competition): Omit<WaterfallStep, 'from' | 'to'> {
  const said = record === null ? '' : `${record.supplier}:${record.code}`
  return { name: 'other candidates', level: level === 'alone' ? 'no other' : level, bits, said }
}

function saidBy(input: string | null, record: string | null): string {
  if (input === record) return input ?? ''
  return `${input ?? 'nothing'} · ${record ?? 'nothing'}`
}
