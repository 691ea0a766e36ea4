/** Words of names that any field can have. See `concepts.ts`. */
export const GENERAL_WORDS = {
  /** Words without a meaning of their own. */
  skip: `a o as os of the an d de du des la le les l el los las del di della dell dello delle da do dos das der die den dem von
    van het een w we na z ze v u s ve ile tou tis της του των τησ σε το τα ο η and und et y e en i wgs 84 wgs84 wgs1984 epsg
    4326 dec decimal decimals decimale dezimal dezimaal decimaal ondalık dd value val field col column str string utf8 deg
    degree degrees grad grados degrés décimaux decimales gradi graus gradi derecesi or ou oder of ή η veya nebo lub for by to in im
    per para por al allo alla alle zur zum für fuer voor naar op on auf sur à aux au til pro do k ke att at with mit met que se
    dal dalla pelo pela pelos em dans gli και vers verso möglich possible mogelijk možný možné możliwe possibile posible possível degli nei nel nella oraz dei bir über ueber zu vom beim ed 1 2 3 bağlı obiekcie`,
  /** Words for data, which mean nothing next to some fields: `Adres bilgisi`. */
  info: `info information informationen infos daten data données datos dati dados gegevens dane údaje bilgi bilgisi bilgileri στοιχεία detail details detay detayı detalles dettagli detalhes détail détails`,
  /** The product whose record the row is. */
  product: `hotel hotels hotele hotelu hotelový hotelová hotelové hotelových hotelového hotelowy hotelowa hotelowe hotelowej hotelarski
    hotelarskiego hotelarskich hôtelier hôteliers hôtelière hôtelières leistungsträger leistungstraeger gastgeber bedrijfs hotelero hotelera hoteleiro hoteleira alberghiero alberghiera otel oteli otelin
    hostel hostelu property propiedad propriedade propriété prop product produkt produktu producto prodotto produit ürün
    accommodation accomodation accom acco establishment estab établissement etablissements etab établ lodging unterkunft unterkunfts
    objekt objekts obj object objects betrieb betriebs betriebes beherbergung beherbergungs beherbergungsbetrieb beherbergungsbetriebs
    hotelbetrieb hotelbetriebs haus hauses hébergement héberg alojamiento establecimiento establec estableci inmueble
    struttura strutturaricettiva ricettiva esercizio esercizioricettivo albergo alloggio alojamento estabelecimento empreendimento
    empreendimentoturístico unidade pousada accommodatie logies bedrijf verblijf logiesverstrekker overnachting obiekt obiektu
    noclegu nocleg noclegowego noclegowy zakładu zakwaterowania zařízení ubytování ubytovacího ubytovacízařízení penzionu
    provozovny objektu tesis tesisi tesisin tesisinin konaklama işletme işletmenin işletmesi pansiyon ξενοδοχείο ξενοδοχείου
    κατάλυμα καταλύματος τουριστικούκαταλύματος μονάδα μονάδας επιχείρηση επιχείρησης ξεν xenodoxeio xenodoxeiou xenodochio
    xenodochiou offre offerta oferta item tour activity htl tx venue poi produto produtos προϊόν προϊόντος gasthof pension pensionu pensjonat pensjonatu penzion ośrodka ośrodek kwatery miejscanoclegowego miejscenoclegowe ubytovny ubytovna ubytovací nemovitosti nemovitost kemp camping campsite campingplatz guesthouse motel resort inn logement structure hospedaje hostal hospedagem hospedaria agriturismo verblijfs unterkünfte ferienunterkunft beherbergungsstätte herberge gîte gite ξενώνα ξενώνας τουριστικόκατάλυμα apart einrichtung ricettivo ricettivi locatie objet  konaklamayeri gasthaus`,
  /** Several products, which are counted and not named. */
  products: `hoteles hotéis alberghi strutture establecimientos alojamientos estabelecimentos alojamentos hébergements établissements
    betriebe unterkünfte objekte accommodaties bedrijven hoteli obiektów hotelů objektů accommodations establishments oteller
    ξενοδοχείων καταλυμάτων penzionů pensjonatów ubytování unidades unità unités eenheden επιχειρήσεων properties propiedades propriedades propriétés proprietà`,
  /** A name, as opposed to a code. */
  name: `name names namen namens nm naam namn nom noms nombre nome nomi denominazione denominación denominação dénomination denom
    designação bezeichnung bez benennung benaming nazwa název jméno pojmenování nazev adi adı ad isim ismi όνομα ονομασία επωνυμία
    τίτλος διακριτικόςτίτλος onoma eponymia label title titel titre título titolo libellé lib insegna rótulo appellation intitulé
    handelsname handelsnaam tradename businessname`,
  /** The kind of a name: official or commercial. */
  formal: `official officiel officielle offiziell offizieller offizielle offizielles oficial oficiales oficiais ufficiale ufficiali officieel officiële oficjalna
    oficjalny oficiální resmi επίσημη επίσημο επίσημος commercial commerciale commercieel commerciële comercial kommerziell handlowa
    handlowy obchodní ticari εμπορική trade trading business usuel usuelle public własna marketing`,
  /** The most important or the complete value. */
  main: `main primary principal principale principales haupt principais głowny główny główne główna hlavní ana kapak κύρια κύριο κύριος
    κεντρική κεντρικό hoofd default current full vollständig vollständige complete complet complète completa completo completi volledig
    volledige pełna pełny celý celá úplný úplná tam πλήρης exact dokładny general geral généralement général générale allgemein
    allgemeine allgemeiner algemeen algemene ogólny ogólna obecný celkový genel γενική γενικό base základní physical physique física geographic géographique
    geográfica online display πλήρες πλήρη vollständiger voller komplett komplette integral entier entière exacte exacta esatto tüm generale generali estes esteso`,
  /** A code or another identifier. */
  code: `code codes cod codigo código codice kod kód kodu kode cd kennung kürzel kuerzel kurzel kz kennzeichen kennz id ids uid identifier
    identifiant identificador identificativo identyfikator identyfikacyjny identifikátor identificatie identificatienummer kimliği kimlik
    αναγνωριστικό κωδικός κωδικού κωδ kodikos ref réf reference références référence referenz referencia referência referentie
    referans referansı riferimento rif reference referencyjny αναφοράς symbol sigla skrót zkratka schlüssel schluessel key abbr
    abbreviation short kurz označení kısaltması kısaltma afkorting`,
  /** A code that is not a number of a database: regions and countries have it. */
  shortCode: `code codes cod codigo código codice kod kód kodu kode cd kürzel kuerzel kurzel kz kennzeichen kennz κωδικός κωδ symbol sigla skrót
    zkratka abbr abbreviation short kennung kısaltması kısaltma afkorting skrócona`,
  /** The owner of a code. */
  internal: `internal intern interne interner interno interna wewnętrzny interní dahili εσωτερικός unique único univoco uniek unikalny
    jedinečný benzersiz μοναδικός eindeutige eigene our pms iç unieke`,
  /** A standard of codes of countries. */
  iso: 'iso iso2 iso3 alpha alpha2 alpha3 3166 2 3 1 letter letters',
  /** A number that may also mean how many: `N. camere`. */
  number: 'number numbers numb no nos nr nrs nbr num n numero número numéro numeros αριθμός αριθ αρ č č l νούμερο',
  /** A name in Spanish, a count in French. */
  nameOrCount: 'nombre',
  /** A number of one thing, never how many. */
  ordinal: 'nummer nummern numer čislo číslo numarası numara ewidencyjny evidenční čísla numery',
  /** How many. */
  count: `numberof noof nrof nbof numof nb nbre nbr nombred count cnt quantity qty qtd qtde cantidad quantità quantidade quantité
    anz anzahl anzahlder zahl zahlder anzahldes aantal aant liczba ilość ile počet poč sayısı sayı adedi adet miktarı πλήθος hoeveelheid množství množstvo nombredecommunes nombredevilles`,
  /** All of them. */
  total: `total totals totale totali totales totais totaal gesamt gesamte insgesamt ges tot celkem celkový toplam razem ogółem ogólna
    łączna łącznie całkowita suma σύνολο συνολικός συνολικό συνολικά wszystkich všech all alle tous todas tutte todos toplamı sum`,
  /** The capacity, which may be in rooms. */
  capacity: `capacity kapazität capacité capacidad capacità capienza capacidade capaciteit kapacita kapasitesi pojemność
    δυναμικότητα`,
  type: `type types typ typo typologie typologies tipo tipos tipologia tipología kind art arten soort rodzaj druh tür türü tip tipi
    cinsi nature genre modalidad modalidade clase μορφή λειτουργικήμορφή είδος τύπος typos eidos form forma forme forma çeşidi çeşit gattung`,
  category:
    'ctgry catg category categoria categoría catégorie categorie kategorie kategoria kategorii kategori kategorisi κατηγορία',
  /** A class of quality, which may be in stars. */
  classed: `rtg class classes classification klassifizierung klassifikation classement clasificación classificazione classificação classificatie
    klasyfikacja kategoryzacja kategoryzacji klasifikace třída klasse sınıf sınıfı derece derecesi κατάταξη rating rated grade
    grading level hodnocení niveau bewertung einstufung standard category categoria categoría catégorie categorie kategorie kategoria
    kategorii kategori kategorisi κατηγορία gwiazdkowa hôtelier turística 5`,
  list: 'list liste lista lijst elenco listado seznam listesi λίστα κατάλογος merkmale',
  company: `company firm firma firmy firması şirket şirketi gesellschaft société sociedad società sociedade empresa entidad entidade entité
    bedrijf maatschappij podmiot podmiotu společnost εταιρεία εταιρία`,
  long: `long lang lange langer ausführlich ausführliche longue larga lunga estesa longa longo extensa détaillée detaillierte detallada
    dettagliata detalhada uitgebreide długi długa szczegółowy pełny dlouhý podrobný uzun detaylı αναλυτική μεγάλη εκτενής full detailed detailní ausführlicher extensive integrale détaillé`,
  brief: `short brief kurz kurze court courte corta breve breves curta kort korte krótki skrócony krátký stručný kısa σύντομη kompakt sucinta sintetica resumida beknopte stručná`,
  text: 'text texte texto testo tekst tekstu tekstowy textu metin metni κείμενο txt yazı yazısı texty',
  /** Words of tourism next to a region, a licence or a product. */
  tourism: `tourist tourism touristic touristique turístico turística turistica turistico turístico turystyczny turystyczna turistický
    turistická turizm τουριστική τουριστικός τουριστικού toeristische toeristisch touristische tourismus ferien urlaubs reise
    vakantie tatil wypoczynkowy rekreační turistik`,
  /** Other things. A key with one of them in brackets is not the name or code of the product. */
  other: `person contactperson ansprechpartner ansprechperson manager director direktor directeur directora dyrektor ředitel müdür owner
    eigentümer eigenaar propriétaire propietario proprietario proprietário właściciel majitel sahibi ιδιοκτήτης guest gast client
    customer cliente kunde klant klient misafir müşteri host invoice billing rechnung facturation facturación fatturazione faturação
    factuur faktury fatura airport flughafen aéroport aeropuerto aeroporto luchthaven lotnisko letiště havalimanı restaurant
    ristorante restaurante restauracja restaurace event veranstaltung`,
} as const
