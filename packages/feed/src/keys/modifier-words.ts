/**
 * Words that may stand next to the name of a field without changing its meaning, by group. The names of fields are in
 * core's table of fields. All words are folded: lower case, without accents.
 */
export const MODIFIERS = {
  /** Articles, prepositions and words without meaning. */
  neutral: `a o os as of the an d de du des la le les l el los las del di della dell dello da do dos der die das den dem des von van het
    een w we na z ze v u s ve ile tou tis της του των και and und et y e en i wgs 84 wgs84 wgs1984 epsg 4326 dec decimal value
    val txt text texte texto testo tekst tekstu κειμενο metin metni field col column deg degrees degree grad grados degres utf8 str`,
  /** The product whose record the row is. */
  owner: `hotel hotels hotelu otel otelin hostel property prop product accommodation accom acco establishment estab lodging
    unterkunft unterkunfts objekt objekts object betrieb betriebs beherbergungsbetrieb etablissement hebergement
    alojamiento establecimiento struttura albergo alojamento estabelecimento accommodatie obiekt obiektu zarizeni
    ubytovani tesis tesisin konaklama ξενοδοχειο ξενοδοχειου καταλυμα καταλυματος xenodoxeio xenodochio item tour activity
    tx htl`,
  /** The place of the product. */
  place: `address addr adr add adresse anschrift location loc locn direccion dir indirizzo endereco morada adres adresa adresi
    διευθυνση postal lieu ubicacion ubicazione localizacao konum lokalizacja poloha standort bulundugu situated located`,
  /** Coordinates. */
  geo: `geo gps coord coords coordinate coordinates coordinata coordenada position pos map maps geographic geographical
    geographique geografica geografico geographische geocode latlng koordinate koordinaten point`,
  /** The way to contact the product. */
  contact: `contact contacts kontakt kontaktu contacto contatto contato iletisim επικοινωνιας επικοινωνια info general`,
  /** The part of a house that answers. */
  desk: `reception rezeption recepcion recepcao receptie recepcja recepcji recepce recepcni resepsiyon υποδοχη υποδοχης front desk
    office reservation reservations reservierung buchung booking zentrale hotline direct`,
  /** The first of several values. */
  main: `main primary principal principale haupt principais glowny hlavni ana κυριο κυρια hoofd default current full official
    complete completa completo offizieller offizielle officiel officielle oficial ufficiale vollstandig vollstandige`,
  /** A name, as opposed to a code. */
  label: `name names nom noms nombre nome nomi naam bezeichnung nazwa nazev adi ad ονομα label title text lib libelle`,
  /** A code, as opposed to a name. */
  code: `code codes cod codigo codice kod kodu kodi κωδικοσ iso iso2 iso3 alpha alpha2 2 3 short abbr abbreviation sigla kurzel`,
  /** A number or count. */
  count: `number numbers no nr num nb nbr n anz ant count total qty quantity anzahl zahl nummer nombre numero numeros cantidad totale
    totaal totali tot celkem gesamt insgesamt toplam razem συνολο quantita quantidade qtd aantal liczba ilosc numer cislo pocet sayisi sayi adet adedi numarasi αριθμοσ of`,
} as const

/** A group of {@link MODIFIERS}. */
export type ModifierGroup = keyof typeof MODIFIERS

const SETS = Object.fromEntries(
  // A final sigma is folded, as in the words of keys.
  Object.entries(MODIFIERS).map(([group, words]) => [group, new Set(words.replaceAll('ς', 'σ').split(/\s+/))]),
) as unknown as Readonly<Record<ModifierGroup, ReadonlySet<string>>>

/** Returns whether a folded word belongs to a group. */
export function isModifier(word: string, group: ModifierGroup): boolean {
  return SETS[group].has(word)
}

/** Words that suppliers write before a field name as one word: `hotelname`, `unterkunftsname`. Longest first. */
export const OWNER_PREFIXES: readonly string[] = [
  'beherbergungsbetriebs',
  'unterkunfts',
  'unterkunft',
  'accommodatie',
  'accommodation',
  'property',
  'objekts',
  'objekt',
  'betriebs',
  'hotels',
  'hotel',
  'obiektu',
  'tesis',
  'otel',
  'htl',
]
