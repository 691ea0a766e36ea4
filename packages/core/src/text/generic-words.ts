/**
 * Words that say only what kind of place it is, by concept and in a dozen languages, folded.
 * They tell little about which place: suppliers add and drop them freely. Kept by hand, from
 * the measured document frequencies of feeds; part of the index version.
 */
const CONCEPTS: Readonly<Record<string, string>> = {
  hotel:
    'hotel hotels htl otel hotell hoteles hoteis hotelli hotellerie otelleri ξενοδοχειο гостиница отель готель ホテル 酒店 饭店 飯店 宾馆 賓館 호텔 โรงแรม',
  inn: 'inn inns posada pousada locanda albergue auberge auberges herberge gasthof gasthaus gasthuis landgasthof gostilna krog イン 旅館',
  hostel: 'hostel hostels hostal hostales ostello backpackers backpacker youth jugendherberge хостел ゲストハウス 民宿',
  guesthouse:
    'guesthouse guesthouses guest pension pensione pensiones penzion pensao bnb bedandbreakfast chambre chambres hote hotes zimmer fremdenzimmer affittacamere alojamiento alojamento hebergement lodging rooms room',
  motel: 'motel motels motor',
  resort: 'resort resorts spa wellness thalasso リゾート',
  suite: 'suite suites apartsuites',
  apartment:
    'apartment apartments apart aparthotel aparthotels apartamento apartamentos apartmani appartement appartements appart appartamento appartamenti appartment appartments apt apts flat flats condo condominium ferienwohnung ferienwohnungen wohnung studio studios loft lofts appartotel apparthotel hometel t1 t2 t3',
  residence: 'residence residences residencia residencias residenz residenza residencial res serviced',
  villa:
    'villa villas chalet chalets gite gites cottage cottages bungalow bungalows ferienhaus lodge lodges cabin cabins casa casas house houses home homes haus maison',
  camping: 'camping campings campsite campground caravan holiday park aire naturelle mobil',
  restaurant: 'restaurant restaurants ristorante restaurante bar bistro bistrot brasserie cafe pub grill diner',
  tour: 'tour tours excursion excursions ausflug visita visite trip trips sightseeing guided activity activities experience',
  ticket: 'ticket tickets entry entrance admission eintritt billet entrada',
  walk: 'walking walk walks foot pied fuss rundgang passeggiata',
  bike: 'bike bikes bicycle cycling velo fahrrad bici bicicleta',
  boat: 'boat cruise cruises bateau croisiere bootsfahrt crociera crucero',
  food: 'food tasting tastings degustation culinary',
  guidance: 'guide guides audioguide audio skip priority',
  museum:
    'museum museums musee musees museo museos musei museu museus muzeum muzeul museet muze музей 美術館 博物館 博物馆',
  transfer: 'transfer transfers shuttle taxi navette transport traslado trasferimento',
  airport:
    'airport aeroport aeroporto aeropuerto flughafen lufthavn flygplats airfield aerodrome airstrip luchthaven havalimani аэропорт 空港 机场',
}

/** Words that join other words; worth nothing on their own. */
const ARTICLES =
  'a an the of at and in on by for to with de du des d la le les l el los las lo il i gli un une uno una da do dos das di del della dell dei delle al aux au a am im an der die das den dem und von vom zum zur bei et e y en sur sous pres het een van op te den ter og och i na u w nad pod by 의 の'

const words = new Map<string, string>()
for (const [concept, list] of Object.entries(CONCEPTS)) for (const word of list.split(' ')) words.set(word, concept)

const articles: ReadonlySet<string> = new Set(ARTICLES.split(' '))

/** The concept of a generic word, the same in every language, or undefined. */
export function genericConcept(word: string): string | undefined {
  return words.get(word)
}

export function isArticle(word: string): boolean {
  return articles.has(word)
}

/** All of it as text, for the checksum of the index version. */
export const GENERIC_WORDS_SOURCE: string = JSON.stringify([CONCEPTS, ARTICLES])
