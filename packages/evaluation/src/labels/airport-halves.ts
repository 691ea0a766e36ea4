/**
 * Whether airports of a country are those that the shipped model may be trained on: A to M are, N to Z are kept for
 * evaluation, and so is what is in no country that is known. By country, so that all that crowds around an airport is on
 * its side: a half of the airports drawn at random would have half of the neighbours.
 *
 * @param country - ISO 3166-1 alpha-2.
 */
export function isAirportForTraining(country: string | undefined): boolean {
  return country !== undefined && country.toUpperCase() < 'N'
}
