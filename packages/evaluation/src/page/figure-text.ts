/** Formats a fraction with three digits, such as `.931`; null as a dash. */
export function fractionText(value: number | null): string {
  if (value === null) return '–'
  return value.toFixed(3).replace(/^(-?)0\./, '$1.')
}

/** Formats a confidence. The text is never 0 or 1, since no pair is certain. */
export function confidenceText(confidence: number): string {
  if (confidence >= 0.9995) return 'over .999'
  return confidence < 0.0005 ? 'under .001' : fractionText(confidence)
}

/** Formats a count with thousands separators. */
export function countText(value: number): string {
  return value.toLocaleString('en')
}

/** Formats a share in per cent, with enough digits to distinguish it from 0. */
export function percentText(share: number): string {
  if (share === 0) return '0 %'
  const percent = share * 100
  return `${percent < 0.1 ? percent.toFixed(2) : percent.toFixed(1)} %`
}

/** Formats bits with a sign and one decimal, so that columns align: `+4.5`, `−8.0`. */
export function bitsText(bits: number): string {
  const text = Math.abs(bits).toFixed(1)
  if (Number(text) === 0) return text
  return `${bits > 0 ? '+' : '−'}${text}`
}
