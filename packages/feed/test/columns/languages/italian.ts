import type { LanguageNames } from './language-names.ts'

export const ITALIAN: LanguageNames = {
  fields: {
    code: `Codice struttura | ID struttura | Codice identificativo | Riferimento | Numero struttura | ID hotel |
      id_esercizio | Rif. hotel | Codice della struttura ricettiva | Id. struttura | Numero identificativo |
      cod_hotel`,
    name: `Denominazione | Nome della struttura | Denominazione struttura | Insegna | Nome commerciale |
      Nome dell'esercizio | Nome alloggio | Denominazione della struttura | Denominazione dell'esercizio |
      Nome esercizio ricettivo | Insegna commerciale | Denominazione hotel`,
    category: `Tipologia | Tipo struttura | Categoria struttura | Tipologia esercizio | Tipologia ricettiva |
      Tipo esercizio | Tipologia della struttura | Tipo di struttura ricettiva | Tipo di esercizio |
      Tipologia di struttura | Categoria ricettiva | Tipologia di alloggio`,
    'location.address': `Indirizzo | Via e numero | INDIRIZZO_STRUTTURA | Indirizzo (via) | Indirizzo hotel |
      Indirizzo postale | Indirizzo struttura | Via / n. civico | Indirizzo della sede |
      Via, numero civico | Via e nr. civico | Indirizzo dell'esercizio`,
    'location.street': 'Via | Nome via | Nome della via | Toponimo stradale | nome_via | Denominazione via',
    'location.houseNumber': `Numero civico | N. civico | Civico | NUM_CIVICO | N° civico | num. civico | Nr. civico |
      Numero (civico)`,
    'location.city': `Comune | Città | COMUNE | Città/Comune | Comune della struttura | Nome della città |
      Comune di ubicazione | Denominazione comune | Comune (nome) | Città della struttura |
      Località della struttura | Comune/Città`,
    'location.region': `Regione | Provincia | Prov. | Nome della regione | Prov. (sigla) | Nome provincia |
      Provincia (sigla) | Regione italiana | Nome regione | Provincia (nome) | Regione della struttura |
      Regione/Stato`,
    'location.country': `Paese | Nazione | Codice nazione | Paese (ISO) | Sigla nazione | cod_paese | cod_nazione |
      Nazione (codice ISO) | Paese (codice) | Nome della nazione | ISO paese`,
    'location.postalCode': `CAP | C.A.P. | Codice postale | CAP struttura | Cod. postale | cap_hotel | Cap. | cap_struttura |
      CAP comune | Codice CAP | C.A.P. struttura | CAP hotel`,
    'location.latitude': `Latitudine | Latitudine GPS | Coordinata latitudine | LATITUDINE_WGS84 | Coordinate: latitudine |
      Coordinate GPS (latitudine) | Latitudine geografica | Coord. latitudine | Latitudine struttura |
      Latitudine (WGS84) | Coord. GPS latitudine | lat_struttura`,
    'location.longitude': `Longitudine | Longitudine GPS | Coordinata longitudine | LONGITUDINE_WGS84 |
      Coordinate GPS (longitudine) | Longitudine geografica | Longitudine (gradi decimali) |
      Coord. longitudine | Longitudine struttura | Longitudine (WGS84) | Coord. GPS longitudine`,
    'location.coordinates': `Coordinate | Coordinate GPS | Georeferenziazione | Geolocalizzazione | Posizione GPS | Coord. GPS |
      Punto GPS | Latitudine/Longitudine`,
    phone: `Telefono | N. telefono | Recapito telefonico | Telefono hotel | Telefono reception | N° di telefono |
      Tel. struttura | Recapiti telefonici | Numero di telefono fisso | Tel. reception | Recapito tel. |
      Tel. cellulare`,
    fax: 'Fax | Numero fax | N. fax | Telefax | Numero di fax | Fax struttura | N° fax',
    email: `E-mail | Posta elettronica | Email struttura | Indirizzo mail | Indirizzo di posta elettronica |
      Indirizzo email | Recapito e-mail | Mail di contatto | Mail struttura | Indirizzo e-mail struttura |
      E-mail (prenotazioni) | Posta elettronica struttura`,
    website: `Sito web | Sito | Sito Web (URL) | URL sito | Link al sito | Sito della struttura |
      Sito web ufficiale | Sito web struttura | Pagina internet | Sito web (link) | Indirizzo del sito |
      Sito Internet ufficiale`,
    stars: `Stelle | Numero stelle | Categoria (stelle) | Classificazione (stelle) | Stelle hotel |
      Classificazione in stelle | Categoria stelle | n_stelle | Stelle struttura | Numero di stelle hotel |
      Categoria in stelle | Livello (stelle)`,
    rooms: `Camere | N. camere | NUM_CAMERE | Camere totali | Numero totale camere | Camere (numero) |
      Totale delle camere | Numero stanze | Numero delle camere | N. camere totali | Camere n. |
      Nr. totale camere`,
    brand: `Catena | Catena alberghiera | Nome catena | Catena/Marchio | Gruppo/Catena | Nome della catena |
      Marchio commerciale | Gruppo alberghiero | Nome catena alberghiera | Marchio/Catena | Gruppo/Marchio |
      Brand/Catena`,
    chainCode: 'Codice catena | Cod. catena | Codice della catena',
    operator: `Gestore | Titolare | Nome gestore | Società di gestione | Gestore (nome) | Nome del gestore |
      Società gestore | Titolare/Gestore | Ente gestore | Gestore struttura | Denominazione gestore |
      Nome del titolare`,
    licence: `CIN | CIR | Numero licenza | Codice CIN | N. licenza | Codice identificativo nazionale |
      N. autorizzazione | Codice identificativo regionale | Numero registrazione | N. registro |
      Codice CIN/CIR | Nr. licenza`,
    description: `Descrizione | Descrizione struttura | Descrizione breve | Descrizione estesa | Descrizione (it) |
      Descrizione hotel | Descrizione della struttura | Descrizione completa | Descrizione dettagliata |
      Descrizione generale struttura | Testo descrizione | Breve descrizione`,
    images: `Immagini | URL foto | Immagine principale | URL immagine | Fotografie | Foto 1 | Link alle foto |
      Foto della struttura | Link immagini | URL delle foto | Galleria fotografica | Immagine (link)`,
    facilities: `Servizi | Dotazioni | Servizi struttura | Attrezzature | Servizi e dotazioni |
      Servizi della struttura | Dotazioni e servizi | Comfort e servizi | Servizi disponibili |
      Lista servizi | Servizi ed attrezzature | Servizi generali`,
    checkIn: `Orario check-in | Ora check-in | Orario di arrivo | Check-in | Orario arrivo | Ora di arrivo |
      Orari check-in | Orario del check-in`,
    'checkIn.from': `Check-in dalle | Check-in dalle ore | Arrivo dalle | Check-in da | Inizio check-in |
      Check-in a partire dalle | Orario check-in da | Orario check-in dalle | Inizio orario check-in |
      Check-in (dalle) | Orario di arrivo dalle`,
    'checkIn.until': `Check-in fino alle | Check-in alle | Check-in fino a | Fine check-in | Check-in entro | Arrivo entro |
      Arrivo fino alle | Orario check-in fino a | Orario check-in fino alle | Check-in (entro) |
      Orario massimo di arrivo | Fine orario check-in`,
    checkOut: `Orario check-out | Ora check-out | Orario di partenza | Check-out | Orari check-out |
      Ora di partenza`,
    'checkOut.until': `Check-out entro | Check-out entro le | Check-out fino alle | Partenza entro | Partenza entro le ore |
      Partenza entro le | Orario check-out entro | Check-out (entro) | Orario massimo di partenza |
      Check-out massimo`,
    spokenLanguages: `Lingue parlate | Lingue parlate dal personale | Lingue del personale | Lingue (personale) |
      Lingue parlate in struttura`,
  },
  none: `Nome camera | Tipo camera | Tipologia camera | Nome del contatto | Referente | Codice fiscale |
      Distanza dal centro | Distanza dalla città | Codice ISTAT | URL prenotazione | Prezzo per camera |
      Prezzo camera | Posti letto | Numero posti auto | Data aggiornamento | Aeroporto | Nome aeroporto |
      Telefono direttore | Direttore | Nome cliente | Numero prenotazione | Data di arrivo | Data arrivo |
      Numero adulti | Numero ristoranti | Numero strutture | Numero hotel presenti | Numero fattura |
      Indirizzo di fatturazione | Codice camera | Numero camera | Camere disponibili | Foto camere |
      Servizi in camera | Numero recensioni | Recensioni | Cognome | Nome proprietario |
      Tassa di soggiorno | Prezzo da | Prezzo minimo | Aperto dal | Aperto al | Nome ristorante |
      Telefono ristorante | Data registrazione | Numero foto | Indirizzo titolare | Email gestore |
      Colazione dalle | Numero lingue | Città più vicina | Stazione più vicina | Larghezza | Lunghezza |
      Nome evento | Email fatturazione | Istruzioni di arrivo | Camera tipo | Nome della camera |
      Città di arrivo | Paese del cliente | Telefono del gestore | Email del cliente | Titolo foto |
      Descrizione della città | Servizi della camera | Numero contratto | Data licenza | Tipo letto |
      Categoria camera | Prezzo totale | Numero edifici | Numero comuni | Codice della città | Orario cena |
      Orario reception | Arrivo aeroporto | Partenza da | Gruppo minimo | Posizione |
      Indirizzo sede legale | Comune del proprietario | Costo servizio | Stato | Stato civile |
      Numero unità abitative vendute | Capacità ristorante | Numero stanza | Referente commerciale`,
}
