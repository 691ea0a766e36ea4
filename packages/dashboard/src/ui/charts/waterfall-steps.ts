interface Scored {
  readonly prior: number
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
export function stepsOf({ prior, comparisons }: Scored): {
  readonly steps: readonly WaterfallStep[]
  /** Minimum of the bars and of 0. */
  readonly least: number
  readonly most: number
} {
  const telling = comparisons
    .filter(({ bits }) => bits !== 0)
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
    .map(({ name, level, bits, input, record }) => ({ name, level, bits, said: saidBy(input, record) }))
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

function saidBy(input: string | null, record: string | null): string {
  if (input === record) return input ?? ''
  return `${input ?? 'nothing'} · ${record ?? 'nothing'}`
}
