/** A fraction with three digits, as `.931`; a dash where there is none. */
export function fractionText(value: number | null): string {
  if (value === null) return '–'
  return value.toFixed(3).replace(/^(-?)0\./, '$1.')
}

/** A confidence; none is certain, however near it is. */
export function confidenceText(confidence: number): string {
  if (confidence >= 0.9995) return 'over .999'
  return confidence < 0.0005 ? 'under .001' : fractionText(confidence)
}

/** A count with its thousands apart. */
export function countText(value: number): string {
  return value.toLocaleString('en')
}

/** A share in percent, with as many digits as it takes to see that it is not nothing. */
export function percentText(share: number): string {
  if (share === 0) return '0 %'
  const percent = share * 100
  return `${percent < 0.1 ? percent.toFixed(2) : percent.toFixed(1)} %`
}

/** Bits with their sign, always with one digit, so that a column of them can be read down: `+4.5`, `−8.0`. */
export function bitsText(bits: number): string {
  const text = Math.abs(bits).toFixed(1)
  if (Number(text) === 0) return text
  return `${bits > 0 ? '+' : '−'}${text}`
}
