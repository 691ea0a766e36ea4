import type { LanguageCode } from '../languages/languages.ts'

/** Properties of the products in one country, apart from language. */
export interface CountryTraits {
  /** ISO 3166-1 alpha-2 code. */
  readonly code: string
  /** Weight of the country in the choice of a product's country. */
  readonly weight: number
  /** Languages with weights. */
  readonly languages: readonly (readonly [code: LanguageCode, weight: number])[]
  /** Calling code, without `+`. */
  readonly callingCode: string
  /** Prefix of the national number for domestic calls. */
  readonly trunk: string
  /** Pattern of a national number: `N` is a digit from 2 to 9, `#` is any digit. */
  readonly phone: string
  /**
   * Pattern of a postcode. `C` (a digit from 1 to 9), `c` (any digit) and `L` (a letter) are the same for a whole city.
   * `#` (any digit) and `l` (any letter) vary.
   */
  readonly postcode: string
  /** Name of the country in its own language, for addresses. */
  readonly name: string
  /** Well-known destinations, most visited first. A city that the gazetteer lacks is omitted. */
  readonly destinations: readonly string[]
}

/** The destinations of each country, most visited first. */
const DESTINATIONS: Readonly<Record<string, string>> = {
  FR: 'Paris, Nice, Lyon, Marseille, Bordeaux, Cannes, Strasbourg, Lourdes, Toulouse, Annecy',
  ES: 'Barcelona, Madrid, Sevilla, Palma, Málaga, Valencia, Granada, Benidorm',
  IT: 'Rome, Venice, Florence, Milan, Naples, Rimini, Bologna, Verona',
  DE: 'Berlin, Munich, Hamburg, Frankfurt am Main, Dresden, Heidelberg',
  GB: 'London, Edinburgh, Manchester, York, Bath, Blackpool',
  US: 'New York City, Las Vegas, Orlando, San Francisco, Chicago, Miami',
  PT: 'Lisbon, Porto, Faro, Funchal, Albufeira',
  NL: 'Amsterdam, Rotterdam, Maastricht, The Hague',
  BE: 'Brussels, Brugge, Antwerpen, Gent',
  CH: 'Zürich, Genève, Luzern, Interlaken',
  AT: 'Vienna, Salzburg, Innsbruck',
  GR: 'Athens, Thessaloníki, Chaniá, Ródos, Corfu',
  JP: 'Tokyo, Kyoto, Osaka, Sapporo, Fukuoka',
  RU: 'Moscow, Saint Petersburg, Sochi, Kazan',
  BR: 'Rio de Janeiro, São Paulo, Salvador, Recife',
  MX: 'Mexico City, Cancún, Puerto Vallarta, Guadalajara',
  AR: 'Buenos Aires, Mendoza, Córdoba',
  CA: 'Toronto, Vancouver, Montréal, Banff',
  AU: 'Sydney, Melbourne, Cairns, Gold Coast',
  SG: 'Singapore',
  IE: 'Dublin, Cork, Galway',
  ZA: 'Cape Town, Johannesburg, Durban',
}

function country(
  code: string,
  weight: number,
  languages: CountryTraits['languages'],
  [callingCode, trunk, phone]: readonly [callingCode: string, trunk: string, phone: string],
  postcode: string,
  name: string,
): CountryTraits {
  const destinations = (DESTINATIONS[code] ?? '').split(', ')
  return { code, weight, languages, callingCode, trunk, phone, postcode, name, destinations }
}

/** The countries of the generated products. */
export const COUNTRIES: readonly CountryTraits[] = [
  country('FR', 170, [['fr', 1]], ['33', '0', '4########'], 'cc###', 'France'),
  country('ES', 120, [['es', 1]], ['34', '', '9N#######'], 'cc###', 'España'),
  country('IT', 120, [['it', 1]], ['39', '', '0N########'], 'cc###', 'Italia'),
  country('DE', 110, [['de', 1]], ['49', '0', 'N##########'], 'cc###', 'Deutschland'),
  country('GB', 90, [['en', 1]], ['44', '0', '1N########'], 'LLc #ll', 'United Kingdom'),
  country('US', 120, [['en', 1]], ['1', '', 'N##555####'], 'cc###', 'United States'),
  country('PT', 60, [['pt', 1]], ['351', '', '2N#######'], 'Ccc#-###', 'Portugal'),
  country('NL', 40, [['nl', 1]], ['31', '0', 'N########'], 'Ccc# ll', 'Nederland'),
  country(
    'BE',
    25,
    [
      ['fr', 1],
      ['nl', 1],
    ],
    ['32', '0', '2#######'],
    'Ccc#',
    'Belgique',
  ),
  country(
    'CH',
    25,
    [
      ['de', 2],
      ['fr', 1],
    ],
    ['41', '0', 'N########'],
    'Ccc#',
    'Schweiz',
  ),
  country('AT', 35, [['de', 1]], ['43', '0', 'N#########'], 'Ccc#', 'Österreich'),
  country('GR', 40, [['el', 1]], ['30', '', '2N########'], 'Ccc ##', 'Greece'),
  country('JP', 45, [['ja', 1]], ['81', '0', '3########'], 'Ccc-####', 'Japan'),
  country('RU', 15, [['ru', 1]], ['7', '8', '4N########'], 'Ccc###', 'Russia'),
  country('BR', 30, [['pt', 1]], ['55', '0', 'N1########'], 'ccccc-###', 'Brasil'),
  country('MX', 25, [['es', 1]], ['52', '', 'N#########'], 'cc###', 'México'),
  country('AR', 15, [['es', 1]], ['54', '0', '11########'], 'Cccc', 'Argentina'),
  country(
    'CA',
    20,
    [
      ['en', 3],
      ['fr', 1],
    ],
    ['1', '', 'N##555####'],
    'LcL #l#',
    'Canada',
  ),
  country('AU', 20, [['en', 1]], ['61', '0', '2########'], 'Ccc#', 'Australia'),
  country('SG', 10, [['en', 1]], ['65', '', '6#######'], '######', 'Singapore'),
  country('IE', 10, [['en', 1]], ['353', '0', '1#######'], 'Lcc l#l#', 'Ireland'),
  country('ZA', 10, [['en', 1]], ['27', '0', '2########'], 'cc##', 'South Africa'),
]
