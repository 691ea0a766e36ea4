import type { LanguageNames } from './language-names.ts'

export const CZECH: LanguageNames = {
  fields: {
    code: `Kód hotelu | Kód zařízení | Identifikátor objektu | ID_ZARIZENI | Interní kód | ID hotelu |
      Identifikátor zařízení | Číslo hotelu | ID ubytovacího zařízení | Kód produktu | Číslo ubytování |
      Interní ID`,
    name: `Název | Název zařízení | Jméno hotelu | Název ubytování | Název provozovny | Pojmenování |
      Úplný název | Hotel - název | Název ubytovny | Jméno zařízení | Název ubytovacího objektu |
      Celý název`,
    category: `Typ zařízení | Druh zařízení | Typ ubytování | Druh ubytování | Typ objektu | Druh objektu |
      Kategorie objektu | Kategorie ubytování | Kategorie hotelu | Typ ubytovacího objektu | Typ penzionu |
      Forma ubytování`,
    'location.address': `Adresa | Adresa objektu | Ulice a č.p. | Ulice a číslo popisné | ADRESA_ULICE | Adresa ubytování |
      Poštovní adresa | Ulice a čp. | Ulice, číslo | Ulice + č.p. | Adresa provozovny | Ulice a číslo domu`,
    'location.street': 'Ulice | Název ulice | ULICE | Ulice (název) | Jméno ulice',
    'location.houseNumber':
      'Číslo popisné | Č.p. | ČP | Č. p. | Č. domu | Číslo orientační | č. popisné | cislo_domovni',
    'location.city': `Obec | Město | Město/obec | Obec / město | Název města | Adresa - město | Město hotelu |
      Obec zařízení | Obec/Město | Město objektu | Obec objektu | Název města/obce`,
    'location.region': `Okres | Název kraje | Region | Kraj/Region | Turistická oblast | Turistický region | KRAJ_NAZEV |
      Okres/Kraj | Okres (název) | Název regionu | Název oblasti | Turistická oblast (region)`,
    'location.country': `Země | Kód země | ISO kód země | Země (ISO) | Název země | Název státu | Zkratka země |
      Kód země (ISO) | Kód země ISO | Zkratka státu | Stát (kód) | Název země (stát)`,
    'location.postalCode': `PSČ | Směrovací číslo | Poštovní směrovací číslo | PSC | PSČ objektu | Poštovní kód | PSČ obce |
      P.S.Č. | PSČ zařízení | PSČ (adresa) | Poštovní směrovací číslo (PSČ)`,
    'location.latitude': `Zeměpisná šířka | Zem. šířka | Šířka (GPS) | Souřadnice - šířka | GPS zeměpisná šířka |
      Souřadnice GPS (šířka) | Zeměp. šířka | GPS - šířka | GPS šířka (N) | Zeměpisná šířka GPS |
      Šířka GPS | Souřadnice (šířka)`,
    'location.longitude': `Zeměpisná délka | Zem. délka | GPS délka | Souřadnice - délka | Zeměpisná délka (E) |
      Souřadnice GPS (délka) | Zeměp. délka | GPS - délka | GPS délka (E) | Zeměpisná délka GPS |
      Délka GPS | Souřadnice (délka)`,
    'location.coordinates': `Souřadnice | GPS souřadnice | Zeměpisné souřadnice | GPS poloha | Souřadnice GPS | Poloha GPS |
      Zem. souřadnice | GPS pozice`,
    phone: `Telefon | Tel. | Telefon na recepci | Mobilní telefon | Pevná linka | Kontaktní telefon |
      Č. telefonu | Telefon zařízení | Telefon hlavní | Telefon objektu | Kontakt - telefon |
      Telefon pro rezervace`,
    fax: 'Fax | Faxové číslo | Číslo faxu | Fax hotelu | Č. faxu',
    email: `E-mail | Kontaktní e-mail | Elektronická adresa | E-mail na recepci | Mailová adresa |
      E-mail recepce | E-mail objektu | Kontaktní email | Hlavní e-mail | E-mail (recepce) |
      Kontakt - e-mail | Kontaktní emailová adresa`,
    website: `Webové stránky | WWW stránky | URL | Odkaz na web | Internetové stránky | Oficiální web |
      Oficiální stránky | Web hotelu | WWW adresa | Web (URL) | URL webu | Odkaz na webové stránky hotelu`,
    stars: `Hvězdičky | Počet hvězdiček | Počet hvězd | Kategorie (hvězdičky) | POCET_HVEZD | Hvězdičky hotelu |
      Počet hvězdiček hotelu | Klasifikace (hvězdičky) | Počet hvězd hotelu | Hvězdičky (počet) |
      Oficiální počet hvězdiček`,
    rooms: `Počet pokojů | Pokoje | Počet pokojů celkem | Celkový počet pokojů | Kapacita pokojů |
      Pokoje (počet) | Počet hotelových pokojů | Poč. pokojů | Počet všech pokojů | Pokoje - celkem |
      Kapacita - pokoje | Celkem pokoje`,
    brand: `Hotelový řetězec | Značka | Název řetězce | Značka / řetězec | Značka hotelu | Název značky |
      Název hotelového řetězce | Síť hotelů | Řetězec/značka | Název sítě | Hotelová síť / značka |
      Hotelový řetězec (název)`,
    chainCode: 'Kód řetězce | Kód hotelového řetězce | ID řetězce',
    operator: `Provozovatel | Název provozovatele | Správce | Jméno provozovatele | Provozovatel zařízení |
      Provozovatel hotelu | Provozující společnost | Provozovatel objektu | Provozovatel (název) |
      Provozovatel ubytování | Název správce | Provozovatel ubytovacího zařízení`,
    licence: `Registrační číslo | Číslo licence | Evidenční číslo | Č. registrace | Číslo registrace | Licence č. |
      Licence | Reg. číslo | Číslo registrace zařízení | Licenční číslo | Registrační č. | Evidenční č.`,
    description: `Popis | Popis zařízení | Dlouhý popis | Popis objektu | POPIS_CZ | Obecný popis | Stručný popis |
      Základní popis | Popis zařízení (dlouhý) | Popis - krátký | Úplný popis | Stručná charakteristika`,
    images: `Obrázky | Foto | Odkaz na fotografii | Fotky | Odkaz na obrázek | Fotogalerie | URL fotografie |
      Obrázky (URL) | Odkaz na fotky | Fotografie (URL) | Titulní fotografie | Galerie fotografií`,
    facilities: `Vybavení | Služby | Služby a vybavení | Vybavení a služby | Služby hotelu | Vybavení zařízení |
      Poskytované služby | Nabízené služby | Vybavení ubytování | Služby zařízení | Seznam služeb |
      Vybavení objektu`,
    checkIn: `Čas příjezdu | Check-in | Čas check-in | Příjezd | Čas ubytování | Nástup | Čas check-inu |
      Doba příjezdu`,
    'checkIn.from': `Check-in od | Příjezd od | Ubytování od | Check-in od hodin | Check-in od (hod.) | Čas příjezdu od |
      Příjezd nejdříve | Začátek check-inu | Check-in možný od | Nejdřívější příjezd | Čas check-in od |
      Příjezd (od)`,
    'checkIn.until': `Check-in do | Příjezd do | Nejpozdější příjezd | Check-in do hodin | Čas příjezdu do |
      Příjezd nejpozději | Konec check-inu | Nástup do | Čas check-in do | Příjezd (do) |
      Nejpozdější check-in | Check-in nejpozději do`,
    checkOut: 'Čas odjezdu | Check-out | Čas check-out | Odjezd | Čas odhlášení | Doba odjezdu | Hodina odjezdu',
    'checkOut.until': `Check-out do | Odjezd do | Opuštění pokoje do | Check-out do hodin | Čas odjezdu do |
      Odjezd nejpozději | Odhlášení do | Odjezd (do) | Čas check-out do | Nejpozdější odjezd |
      Check-out nejpozději`,
    spokenLanguages: `Jazyky personálu | Mluvené jazyky | Jazyky na recepci | Hovoří jazyky | Jazykové znalosti personálu |
      Jazyková vybavenost`,
  },
  none: `Název pokoje | Typ pokoje | Kontaktní osoba | Jméno kontaktní osoby | DIČ | Vzdálenost od centra |
      Vzdálenost do města | Kód obce | Odkaz na rezervaci | URL rezervace | Cena za pokoj | Cena pokoje |
      Počet parkovacích míst | Datum aktualizace | Popisek fotografie | Letiště | Zeměpisná šířka letiště |
      Telefon ředitele | Ředitel | Jméno hosta | Číslo rezervace | Datum příjezdu | Datum odjezdu |
      Počet hostů | Počet restaurací | Počet hotelů | Počet zařízení | Číslo faktury | Fakturační adresa |
      Kód pokoje | Číslo pokoje | Dostupné pokoje | Fotky pokojů | Počet hodnocení | Křestní jméno |
      Příjmení | Jméno majitele | Předvolba | Cena od | Minimální cena | Datum otevření | Otevřeno od |
      Kapacita | Název restaurace | Telefon restaurace | Datum registrace | Místo narození |
      Adresa majitele | Telefon provozovatele | Snídaně od | Snídaně do | Počet jazyků | Nejbližší město |
      Vybavení pokoje | Platnost od | Sezóna do | Kód NUTS | Pokyny k check-inu | Pokoj typ |
      Název hotelového pokoje | Město odjezdu | Země klienta | Kontaktní adresa majitele |
      Telefon majitele | Foto pokoje | Název fotografie | Popis města | Popis fotografie | Jazyk popisu |
      Číslo smlouvy | Datum licence | Typ smlouvy | Kategorie pokoje | Celková cena | Celkem lůžek |
      Počet budov | Kód jazyka | Kód části obce | Čas večeře | Doba recepce | Příjezd z | Značka vozidla |
      Pozice | Kraj provozovatele | Poplatek za služby | Délka pobytu | Šířka postele | Název služby |
      Stav | Stav rezervace`,
}
