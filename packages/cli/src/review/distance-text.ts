/** Formats a distance for people: `12 m`, `3.4 km`, `812 km`. */
export function distanceText(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres)} m`
  const kilometres = metres / 1_000
  return `${kilometres < 10 ? kilometres.toFixed(1) : Math.round(kilometres).toLocaleString('en')} km`
}
