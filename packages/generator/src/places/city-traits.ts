/**
 * Postcode patterns of some large cities, by country and gazetteer name, in the form of `country-traits.ts`. People
 * know these postcodes and would notice wrong ones. Several postcodes start with the zero that suppliers lose.
 */
export const CITY_POSTCODES: Readonly<Record<string, string>> = {
  'FR Paris': '750##',
  'FR Nice': '06#00',
  'FR Lyon': '6900#',
  'FR Marseille': '1300#',
  'FR Bordeaux': '33#00',
  'FR Cannes': '06#00',
  'FR Strasbourg': '67#00',
  'ES Barcelona': '080##',
  'ES Madrid': '280##',
  'IT Rome': '001##',
  'IT Milan': '201##',
  'IT Venice': '301##',
  'DE Berlin': '10###',
  'DE Munich': '80###',
  'DE Dresden': '010##',
  'AT Vienna': '1##0',
  'US New York City': '100##',
  'PT Lisbon': '1##0-###',
  'NL Amsterdam': '10## ll',
}

/** Other names of a city, by country and gazetteer name. The first name is in the country's own language. */
export const CITY_SPELLINGS: Readonly<Record<string, readonly [local: string, ...others: string[]]>> = {
  'AT Vienna': ['Wien'],
  'BE Antwerpen': ['Antwerpen', 'Antwerp', 'Anvers'],
  'BE Brugge': ['Brugge', 'Bruges'],
  'BE Brussels': ['Bruxelles', 'Brussel'],
  'BE Gent': ['Gent', 'Ghent', 'Gand'],
  'CH Genève': ['Genève', 'Geneva', 'Genf'],
  'CH Luzern': ['Luzern', 'Lucerne'],
  'DE Frankfurt am Main': ['Frankfurt am Main', 'Frankfurt'],
  'DE Munich': ['München', 'Muenchen'],
  'ES Palma': ['Palma', 'Palma de Mallorca'],
  'ES Sevilla': ['Sevilla', 'Seville'],
  'FR Lyon': ['Lyon', 'Lyons'],
  'GR Athens': ['Athína', 'Athina'],
  'GR Chaniá': ['Chaniá', 'Hania'],
  'GR Corfu': ['Kérkyra', 'Corfu Town'],
  'GR Ródos': ['Ródos', 'Rhodes', 'Rhodes Town'],
  'GR Thessaloníki': ['Thessaloníki', 'Salonica'],
  'IT Florence': ['Firenze', 'Florenz'],
  'IT Milan': ['Milano'],
  'IT Naples': ['Napoli', 'Neapel'],
  'IT Rome': ['Roma'],
  'IT Venice': ['Venezia', 'Venedig'],
  'MX Mexico City': ['Ciudad de México', 'CDMX'],
  'NL The Hague': ['Den Haag', "'s-Gravenhage"],
  'PT Lisbon': ['Lisboa'],
  'PT Porto': ['Porto', 'Oporto'],
  'RU Moscow': ['Moskva'],
  'RU Saint Petersburg': ['Sankt-Peterburg', 'St. Petersburg'],
  'US New York City': ['New York', 'New York', 'NYC'],
}

/** Main airports of the destinations. In cities near a main airport, the generator chooses no heliport or airfield. */
export const MAIN_AIRPORTS: ReadonlySet<string> = new Set(
  `CDG ORY NCE LYS MRS BOD SXB TLS NCY BCN MAD SVQ PMI AGP VLC GRX ALC FCO CIA VCE FLR MXP LIN NAP RMI BLQ VRN BER MUC
   HAM FRA DRS LHR LGW STN EDI MAN LBA BRS JFK EWR LGA LAS MCO SFO OAK ORD MDW MIA FLL LIS OPO FAO FNC AMS RTM MST BRU
   CRL ANR ZRH GVA VIE SZG INN ATH SKG CHQ RHO CFU HND NRT KIX ITM CTS FUK SVO DME VKO LED AER KZN GIG GRU SSA REC MEX
   CUN PVR GDL EZE AEP MDZ COR YYZ YVR YUL SYD MEL CNS OOL SIN DUB ORK CPT JNB DUR`.split(/\s+/),
)
