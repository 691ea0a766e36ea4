/** Words of the names of places and coordinates. See `concepts.ts`. */
export const PLACE_WORDS = {
  /** The address, also as the place of another field: `adr_plz`. */
  address: `address addresses addr adr add adresse adress adres adresi adresa adresu anschrift dirección direccion direc dir domicilio indirizzo
    endereço morada διεύθυνση diefthynsi dieuthinsi     siedziby sídla έδρας vestiging vestigings bezoek implantation siège sede`,
  /** The place of a product, which may be its address, its city or its coordinates. */
  place: `location loc locn lieu ubicación ubicazione localizacao konum konumu lokalizacja poloha standort bulunduğu situated located`,
  /** A line of an address. */
  line: 'ln line linia řádek satırı satır zeile ligne línea linea linha regel γραμμή one',
  street: `street streets road strasse str rue voie voirie calle vía rua logradouro arruamento straat ulica ulice ulicy ul cadde caddesi sokak
    sokağı οδός οδού odos odou via avenida toponimostradale gasse chaussée chemin carretera avenue bulvar aleja aleje laan`,
  /** A house, of which the number is asked. */
  house: `hse house building bldg haus gebäude huis portal porta domu dom budynku budynek posesji popisné orientační domovní kapı bina dışkapı
    ev civico porządkowy sokak rue calle`,
  houseNumber: `housenumber housenr houseno hausnummer hausnr hsnr huisnummer huisnr civico numerocivico čp čo čísločp numerodomu`,
  city: `city town village locality municipality stadt ort orts ortes ortschaft gemeinde ville commune localité
    ciudad localidad municipio población poblacion núcleodepoblación comune città località cidade concelho localidade município
    vila plaats stad gemeente woonplaats dorp miasto miasta miejscowość miejscowości gmina gminy obec obce město města şehir şehri
    şehrin kent il ili ililçe belde πόλη πόλης δήμος δήμου δημοτικήενότητα οικισμός χωριό κοινότητα τοπικήκοινότητα poli polis metropolis`,
  region: `rgn region regions regionen région regiao região regione regio regionu state province provinces provincia província provincie
    provincja provinz county canton kanton kantons bundesland bundeslands bundeslandes landkreis gebiet département departamento
    estado uf distrito isla ilha comarca comunidad comunidadautónoma streek województwo województwa powiat powiatu kraje krajzařízení krajobjektu krajhotel okreskraj krajokres krajregion okres okresu oblast
    bölge bölgesi bölgenin eyalet περιφέρεια περιφερειακήενότητα περιφενότητα νομός νομού περιοχή περιοχής νησί prefecture nutsii gewest dept dépt dép wojew regional régional régionale kreis autonomía cantón oblasti οblast περιφ περιφέρειας νησιού kantoni`,
  regionKind: 'administrative admin administrativa italiana autonome reise federal',
  country: `country countries pays land landes länder laender lands land pais país países paese nazione statonazione nation nazioni staat kraju krajobiektu krajhotelu krajiso krajkod państwo
    państwa země zeme státu státiso státkód ülke ülkesi ülkenin χώρα χώρας chora ctry cntry krajnazwa státnázev`,
  postalCode: `plz postleitzahl postltz postalcode postcode postkode zip zipcode pincode cap cep cp npa psc psč psčobce tk τκ pk
    postakodu kodpocztowy směrovacíčíslo codigopostal codepostal`,
  /** The word that makes a code, a number or an address postal. */
  postal: `pstl post postal postale postales postaux poczta pocztowy pocztowego poczt pocztowa poštovní směrovací posta pošta postalny
    avviamento ταχυδρομικός ταχυδρομικού ταχυδρομική ταχ ταχυδρ mailing`,
  postalNumber: 'code cod código codice kod kód kodu cd κώδικας κωδικός κωδ zip zipcode number numero numéro čislo cp',
  latitude: `latitude latitud latitudine lat breitengrad breedtegraad enlem enlemi latitudes πλατοσγεωγραφικό northing`,
  longitude: `longitude longitud longitudine lon lng long längengrad laengengrad lengtegraad boylam boylamı`,
  /** A latitude, if the key also has a word of coordinates. */
  width: 'breite breiten šířka šířky sirka πλάτος πλάτους platos szerokość szerokości szer breedte largeur',
  /** A longitude, if the key also has a word of coordinates. */
  length: 'länge längen laenge délka délky delka μήκος μήκους mikos długość długości dł dl lengte longueur',
  /** Words of coordinates, and of maps. */
  geo: `geo gps coord coords coordinate coordinates koordinate koordinaten coordinata coordenada coordenadas coordonnées coordonnée coörd
    coördinaat coördinaten współrzędne współrzędna souřadnice souřadnic koordinat koordinatı koordinatlar koordinatları συντεταγμένη
    συντεταγμένες map maps harita karte geographic geographical geographique géographique géographiques geografica geográfica geográfico
    geográficas geografico geografiche geografica geographische geographischer geografische geogr geograficzna geograficzne zeměpisná
    zeměpisné zem zeměp coğrafi γεωγραφικό γεωγραφικές γεωγραφική γεωγρ geocode lage point position latlng wgs wgs84 g γ`,
  coordinates: `coordinates coords coord koordinaten coordinate coordenadas coordonnées coordonn géocoordonnées coördinaten współrzędne koordynaty
    souřadnice koordinat koordinatlar koordinatları συντεταγμένες geokoordinaten lagekoordinaten georeferencia georreferencia
    georreferenciación georreferenciação georeferenziazione geolocalización geolocalizzazione geolocalização géolocalisation
    geolokalizacja geolocation geolocatie geolokace γεωεντοπισμός geoposición geoposition geodaten geopunkt geopoint géopoint`,
  /** A position, which is coordinates if it is one of GPS or of a map. */
  position: `position posición posizione posição positie pozycja pozice poloha konum konumu lokalizacja location localización localização
    locatie punto ponto point punkt θέση τοποθεσία daten standort géo`,
} as const
