/**
 * Whether an airport is one that the shipped model may be trained on, by the first letter of its IATA code: A to M are,
 * N to Z are kept for evaluation. By code, since that is what says which airports of two feeds are the same.
 */
export function isAirportForTraining(iata: string): boolean {
  return iata.trim().toUpperCase() < 'N'
}
