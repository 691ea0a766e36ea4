/** Words of the names of what a product offers, and of who runs it. See `concepts.ts`. */
export const STAY_WORDS = {
  star: `star stars stern sterne étoile étoiles estrella estrellas stella stelle estrela estrelas ster sterren gwiazdka gwiazdki gwiazdek
    gwiazdkowa hvězda hvězdy hvězd hvězdička hvězdičky hvězdiček yıldız yıldızı yıldızlar αστέρι αστέρια αστέρων αστεριών αστέρες asteria
    dehoga dehogasterne hotelstars`,
  /** One room, or a word that is the same for several. */
  room: `rm room zimmer chambre habitación hab camera stanza quarto kamer pokój pokoju pokoj oda odası δωμάτιο δωματίου bedroom guestroom
    gästezimmer zi ch unit`,
  /** Several rooms. */
  rooms: `rms rooms guestrooms bedrooms chambres ch habitaciones hab cuartos camere stanze quartos dormitórios apartamentos kamers hotelkamers
    slaapkamers pokoje pokoi pokojów pokojů odalar odaların odalarının δωμάτια δωματίων domatia domation hotelzimmer gästezimmer
    gastenkamers unidadesdealojamento ua uas uh uhs units keys`,
  /** The guests of a room. */
  guest: 'guest gäste gast gasten huéspedes hotel gościnne gościnnych hotelowych hotelových',
  brand: `brnd brand brands marke marken marque marca marchio merk marka markası marki značka značky μάρκα εμπορικόσήμα bandeira enseigne
    franchise label`,
  chain: `chain chains kette ketten hotelkette hotelketten chaîne cadena catena cadeia keten hotelketen sieć sieci řetězec řetězce síť hotelovésítě bağlıolduğuzincir zincir
    zinciri zincirin zincirinin αλυσίδα αλυσίδας alysida réseau rede affiliation zugehörigkeit appartenenza appartenance przynależność názevsítě`,
  group: `group groups gruppe hotelgruppe groupe grupo gruppo groep hotelgroep grupa skupina grup grubu όμιλος ομίλου`,
  operator: `operator operators operating operatora operador operatore opérateur betreiber betreibers inhaber hotelbetreiber exploitant exploitanten
    exploitante exploitation exploitatie explotador explotadora explotación exploradora explorador exploração gestionnaire gestion gestor gestora
    gestione gestore gestión gestão titular titulardaexploração titolare beheerder uitbater zarządca zarządzający zarządzania zarządcy prowadzący provozovatel
    provozovatele provozující správce správcem işletmeci işletmecisi işletmecinin işleten işletici φορέας φορέα φορέαςεκμετάλλευσης διαχειριστής
    διαχειριστή διαχείρισης εκμετάλλευσης εκμεταλλευτής λειτουργίας management managed managedby operatedby operadora zarządzająca kuruluş yönetici beheer beheers ente`,
  licence: `lic licence license licences licencia licença licenza lizenz lizenznummer licentie vergunning permit konzession konzessions genehmigung
    genehmigungs zulassung agrément autorizzazione autorización alvará licencja licencji licence ruhsat ruhsatı lisans lisansı belge
    belgesi άδεια άδειας αδείας αρμητρώου mhte μητε αμα εσλ cin cir rnal rnet cadastur koncese erkenning erkennings eot εοτ licenční`,
  /** A register, of which the number is a licence. */
  registration: `registration registrations registered registrierung registrierungs registrier reg registro registo registre rejestr rejestru rejestrze
    rejestracyjny registrační registrace registratie enregistrement déclaration declaración registrazione tescil kayıt wpis wpisu ewidencyjny
    ewidencji evidenční evid μητρώου μητρώο γνωστοποίησης immatriculation identificativonazionale identificativoregionale registru inscripción inscrição iscrizione register registernummer rejestracji zápisu κατάλογος`,
  registerKind: 'nacional national nazionale regionale regional işletme operation λειτουργίας',
  description: `dsc dscr description descriptions desc descr descriptif beschreibung beschreibungs beschreibungstext beschrieb descripción descrizione descrição descritivo omschrijving
    beschrijving opis opisu opisowy popis popisu popisný açıklama açıklaması tanım tanımı tanıtım tanıtımı περιγραφή περιγραφής perigrafi
    présentation presentation präsentation presentación presentazione apresentação prezentacja prezentace παρουσίαση παρουσίασης reseña
    charakterystyka charakteristika about hakkında descrittivo descriptivo beschrijvende beschreibender descriptive`,
  image: `image images img photo photos foto fotos pic pics picture pictures bild bilder bildes bildlink imagen imágenes immagine immagini imagem
    imagens fotografía fotografías fotografia fotografias fotografie afbeelding afbeeldingen zdjęcie zdjęcia zdjęć fotografii obraz obrazy
    obrázek obrázky obrázku obrázků fotka fotky fotogalerie fotografii resim resmi resimler resimleri fotoğraf fotoğrafı fotoğraflar
    fotoğrafları görsel görseli görseller görselleri εικόνα εικόνες εικόνας εικόνων φωτογραφία φωτογραφίες φωτογραφίας φωτογραφιών φωτο
    visuel visuels photographie photographies abbildung gallery galerie galeria galería galleria γκαλερί thumbnail galerij galleri fotogalerij fotografica fotográfica`,
  /** The first of the images. */
  cover: 'cover couverture portada copertina capa kapak omslag hero okładka titulní εξωφύλλου',
  facility: `facility facilities amenity amenities service services feature features ausstattung ausstattungen ausstattungs einrichtung einrichtungen
    leistungen serviceleistungen annehmlichkeiten équipement équipements prestation prestations commodités servicio servicios instalaciones
    equipamiento equipamientos comodidades prestaciones servizi servizio dotazioni attrezzature comfort confort serviço serviços instalações
    equipamentos infraestrutura comodidade faciliteiten voorzieningen diensten uitrusting udogodnienia udogodnień wyposażenie wyposażenia
    usługi usług vybavení vybavenost služby služeb olanak olanaklar olanakları hizmet hizmetler hizmetleri özellik özellikler özellikleri
    imkan imkanlar imkanları donanım παροχές παροχών υπηρεσίες υπηρεσιών εγκαταστάσεις εξοπλισμός ανέσεις dienstleistungen nabídkaslužeb`,
  offered: `offered available offerts proposés offerti ofrecidos disponíveis disponibles oferowane poskytované nabízené sunulan παρεχόμενες
    angeboten aangeboden obiekcie verilen aanwezige beschikbare dostupné dostępne διαθέσιμες disponibili mevcut nabídka verfügbare vorhandene existentes oferecidos angebotene dodatkowe aggiuntivi adicionales adicionais supplémentaires zusätzliche další ek`,
  language: `language languages langue langues sprache sprachen idioma idiomas lingua lingue língua línguas taal talen język języki języków
    jazyk jazyky jazyků jazyková jazykové dil diller dilleri γλώσσα γλώσσες γλωσσών sprachkenntnisse talenkennis`,
  /** Speakers of a language, and the verb. */
  spoken: `spoken parlées parlée parlé hablados hablan parlate faladas falados gesproken gesprochen gesprochene mluvené hovoří konuşulan konuştuğu
    ομιλούμενες ομιλούνται mówi staff personal personals personel personeel personnel personale pessoal equipa equipe personelu personálu personelin
    obsługi προσωπικού reception réception accueil recepci hotel sprachkenntnisse talenkennis znajomość znalosti vybavenost
    που którymi foreign obce yabancı ξένες tesiste otelde struttura επικοινωνίας`,
  checkIn: `chkin checkin checkinu checkintime inchecken incheck einchecken eincheck zameldowanie zameldowania nástup nástupu časubytování rozpoczęciadobyhotelowej otelegiriş odayagiriş
    enregistrement meldunek meldunku`,
  checkOut: `chkout checkout checkoutu checkouttime uitchecken uitcheck auschecken auscheck wymeldowanie wymeldowania odhlášení opuštěnípokoje zakończeniadobyhotelowej
    oteldençıkış odadançıkış`,
  /** The arrival or the entrance, which is a check-in if it has an hour. */
  arrival: `arrival arrivals anreise ankunft ankunfts arrivée arrivées llegada entrada arrivo chegada aankomst przyjazd przyjazdu příjezd příjezdu
    giriş girişi άφιξη άφιξης εισόδου entrée`,
  departure: `departure abreise départ départs salida partenza saída partida vertrek wyjazd wyjazdu odjezd odjezdu çıkış çıkışı αναχώρηση
    αναχώρησης εξόδου sortie`,
  time: `tm time times hour hours hr hrs h uhr uhrzeit zeit zeiten heure heures horaire horaires hora horas horario horário ora ore orario orari
    tijd tijden tijdstip uur godz godzina godziny godzinie czas hod hodin hodina čas doba saat saati saatleri zamanı ώρα ώρες hh mm 00`,
} as const
