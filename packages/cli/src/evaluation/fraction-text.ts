/** A fraction as `0.9312`; `-` where there is none. */
export function fractionText(value: number | null): string {
  return value === null ? '-' : value.toFixed(4)
}
