import { picker } from '../../harness/seeded-random.ts'
import type { MessyHotel } from './hotels.ts'

/** How a supplier writes the coordinates. */
export type CoordinateForm = 'point' | 'comma' | 'swapped' | 'pair' | 'minutes' | 'seconds' | 'letters'

/** A column of a file, in the words of a supplier. */
export interface MessyColumn {
  readonly header: string
  readonly cell: (hotel: MessyHotel) => string
}

export interface Layout {
  readonly columns: readonly MessyColumn[]
  /** Largest difference of the coordinates that their form allows, in degrees. */
  readonly tolerance: number
}

/** The headers of one language: of each field, and of coordinates in one column. */
const WORDS: Readonly<Record<string, Readonly<Record<Field, string>>>> = {
  english: words(
    'Hotel ref;Hotel name;Street address;Town;Post code;Country;Lat;Long;Telephone;E-mail;Web site;Stars;Bedrooms;Rate from;Opened;GPS coordinates',
  ),
  german: words(
    'Hotelnummer;Hotelname;Straße;Ort;PLZ;Land;Breitengrad;Längengrad;Telefon;E-Mail;Internet;Sterne;Zimmeranzahl;Preis ab;Eröffnet am;Koordinaten',
  ),
  french: words(
    "Code hôtel;Nom de l'hôtel;Adresse;Ville;Code postal;Pays;Latitude;Longitude;Téléphone;Courriel;Site internet;Étoiles;Nombre de chambres;Prix dès;Date d'ouverture;Coordonnées GPS",
  ),
  spanish: words(
    'Código;Nombre del hotel;Dirección;Ciudad;Código postal;País;Latitud;Longitud;Teléfono;Correo electrónico;Página web;Estrellas;Habitaciones;Precio desde;Fecha de apertura;Coordenadas',
  ),
  polish: words(
    'Kod hotelu;Nazwa hotelu;Ulica;Miasto;Kod pocztowy;Kraj;Szerokość geograficzna;Długość geograficzna;Telefon;E-mail;Strona www;Gwiazdki;Liczba pokoi;Cena od;Data otwarcia;Współrzędne',
  ),
  czech: words(
    'Kód hotelu;Název hotelu;Ulice;Město;PSČ;Země;Zeměpisná šířka;Zeměpisná délka;Telefon;E-mail;Web;Hvězdičky;Počet pokojů;Cena od;Datum otevření;Souřadnice',
  ),
  turkish: words(
    'Otel kodu;Otel adı;Adres;Şehir;Posta kodu;Ülke;Enlem;Boylam;Telefon;E-posta;Web sitesi;Yıldız;Oda sayısı;Fiyat;Açılış tarihi;Koordinatlar',
  ),
  greek: words(
    'Κωδικός;Όνομα ξενοδοχείου;Διεύθυνση;Πόλη;Ταχυδρομικός κώδικας;Χώρα;Γεωγραφικό πλάτος;Γεωγραφικό μήκος;Τηλέφωνο;Email;Ιστοσελίδα;Αστέρια;Δωμάτια;Τιμή από;Ημερομηνία;Συντεταγμένες',
  ),
  technical: words(
    'hotel_id;hotel_nm;addr_line_1;city_nm;zip;ctry;geo_lat;geo_lng;tel_no;mail;url;star_rtg;room_cnt;min_rate;open_dt;latlng',
  ),
}

export type HeaderLanguage = keyof typeof WORDS
export const HEADER_LANGUAGES: readonly HeaderLanguage[] = Object.keys(WORDS)

type Field =
  | 'code'
  | 'name'
  | 'street'
  | 'city'
  | 'postcode'
  | 'country'
  | 'latitude'
  | 'longitude'
  | 'phone'
  | 'email'
  | 'website'
  | 'stars'
  | 'rooms'
  | 'price'
  | 'opened'
  | 'pair'

function words(list: string): Readonly<Record<Field, string>> {
  const fields: readonly Field[] = [
    'code',
    'name',
    'street',
    'city',
    'postcode',
    'country',
    'latitude',
    'longitude',
    'phone',
    'email',
    'website',
    'stars',
    'rooms',
    'price',
    'opened',
    'pair',
  ]
  const headers = list.split(';')
  return Object.fromEntries(fields.map((field, at) => [field, headers[at] ?? field])) as Record<Field, string>
}

/** Returns the columns of a file in the words of a language, in any order after code and name. */
export function drawLayout(language: HeaderLanguage, form: CoordinateForm, random: () => number): Layout {
  const names = WORDS[language] as Readonly<Record<Field, string>>
  const pick = picker(random)
  const column = (field: Field, cell: (hotel: MessyHotel) => string): MessyColumn => ({ header: names[field], cell })
  const optional = [
    column('street', ({ street }) => street),
    column('city', ({ city }) => city),
    column('postcode', ({ postcode }) => postcode),
    column('phone', pick(PHONES)),
    column('email', ({ email }) => email),
    column('website', ({ website }) => website),
    column('stars', pick(STARS)),
    column('rooms', ({ rooms }) => String(rooms)),
    column('price', pick(PRICES)),
    column('opened', pick(DATES)),
  ]
  const isFirst = random() < 0.5
  const places = coordinateColumns(form, column)
  const columns = [
    column('code', ({ code }) => code),
    column('name', ({ name }) => name),
    ...(isFirst ? places : []),
    column('country', pick(COUNTRIES)),
    ...optional,
    ...(isFirst ? [] : places),
  ]
  return { columns, tolerance: form === 'minutes' ? 1e-4 : form === 'seconds' ? 5e-5 : 1e-6 }
}

function coordinateColumns(
  form: CoordinateForm,
  column: (field: Field, cell: (hotel: MessyHotel) => string) => MessyColumn,
): readonly MessyColumn[] {
  if (form === 'pair') return [column('pair', ({ latitude, longitude }) => `${latitude}, ${longitude}`)]
  const of = (key: 'latitude' | 'longitude'): ((hotel: MessyHotel) => string) => {
    const read = form === 'swapped' ? (key === 'latitude' ? 'longitude' : 'latitude') : key
    const letters = key === 'latitude' ? 'NS' : 'EW'
    return (hotel) => writtenDegrees(hotel[read], form, letters)
  }
  return [column('latitude', of('latitude')), column('longitude', of('longitude'))]
}

function writtenDegrees(value: number, form: CoordinateForm, letters: string): string {
  const letter = letters[value < 0 ? 1 : 0]
  const size = Math.abs(value)
  const degrees = Math.floor(size)
  const minutes = (size - degrees) * 60
  switch (form) {
    case 'comma':
      return String(value).replace('.', ',')
    case 'letters':
      return `${size}° ${letter}`
    case 'minutes':
      return `${degrees}° ${minutes.toFixed(3)}' ${letter}`
    case 'seconds': {
      const tenths = Math.round((minutes % 1) * 600)
      const whole = Math.floor(minutes) + (tenths === 600 ? 1 : 0)
      return `${degrees}°${whole}'${((tenths % 600) / 10).toFixed(1)}"${letter}`
    }
    default:
      return String(value)
  }
}

type Cell = (hotel: MessyHotel) => string

const PHONES: readonly Cell[] = [
  ({ phone }) => phone,
  ({ phone }) => `Tel. ${phone}`,
  ({ phone }) => `${phone} (reception)`,
  ({ phone }) => phone.replace(/^\+/, '00').replaceAll(' ', '-'),
]
const STARS: readonly Cell[] = [
  ({ stars }) => String(stars),
  ({ stars }) => '*'.repeat(stars),
  ({ stars }) => `${stars}*S`,
  ({ stars }) => `${stars}.0`,
]
const PRICES: readonly Cell[] = [
  ({ price }) => `${price.toFixed(2)} EUR`,
  ({ price }) => price.toFixed(2).replace('.', ','),
  ({ price }) => `USD ${price.toLocaleString('en', { minimumFractionDigits: 2 })}`,
]
const DATES: readonly Cell[] = [
  ({ opened }) => opened.toISOString().slice(0, 10),
  ({ opened }) => opened.toISOString().slice(0, 10).split('-').reverse().join('.'),
  ({ opened }) => `${opened.getUTCMonth() + 1}/${opened.getUTCDate()}/${opened.getUTCFullYear()}`,
]
const COUNTRIES: readonly Cell[] = [({ country }) => country, ({ countryName }) => countryName]
