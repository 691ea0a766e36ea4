/** Formats a fraction as `0.9312`, or `-` for null. */
export function fractionText(value: number | null): string {
  return value === null ? '-' : value.toFixed(4)
}
