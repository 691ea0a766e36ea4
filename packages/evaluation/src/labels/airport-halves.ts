/**
 * Returns whether the shipped model may be trained on airports of a country. Countries A to M are for training.
 * Countries N to Z and airports without a known country are for evaluation. The split is by country, so that all
 * neighbours of an airport are in the same half. In a random half, half of the neighbours would be missing.
 *
 * @param country - ISO 3166-1 alpha-2.
 */
export function isAirportForTraining(country: string | undefined): boolean {
  return country !== undefined && country.toUpperCase() < 'N'
}
