import type { LanguageNames } from './language-names.ts'

export const POLISH: LanguageNames = {
  fields: {
    code: `Kod hotelu | ID obiektu | Identyfikator obiektu | KOD_OBIEKTU | Identyfikator | ID hotelu |
      Numer identyfikacyjny obiektu | Unikalny identyfikator | Identyfikator noclegu | ID noclegu |
      Numer hotelu | Kod identyfikacyjny`,
    name: `Nazwa | Nazwa obiektu | NAZWA_OBIEKTU | Nazwa obiektu noclegowego | Pełna nazwa obiektu |
      Nazwa obiektu hotelarskiego | Oficjalna nazwa | Pełna nazwa | Nazwa obiektu (pełna) |
      Nazwa miejsca noclegowego | Nazwa hotelu (oficjalna) | Nazwa pensjonatu`,
    category: `Rodzaj obiektu | Typ obiektu | Rodzaj noclegu | Typ noclegu | Rodzaj obiektu hotelarskiego |
      Typ zakwaterowania | Rodzaj zakwaterowania | Typ obiektu noclegowego | Kategoria noclegu |
      Typ zakładu | Rodzaj hotelu | Typ miejsca noclegowego`,
    'location.address': `Adres | Adres hotelu | Ulica, nr | Ulica/nr | ADRES_ULICA | Ulica i nr | Adres (ulica) |
      Ulica / numer | Adres (ulica i numer) | Adres zakładu | Adres noclegu | Ulica oraz numer`,
    'location.street': 'Ulica | Nazwa ulicy | ULICA | ul. | Ulica (nazwa)',
    'location.houseNumber': `Nr domu | Numer domu | Nr budynku | Numer budynku | NR_DOMU | Nr posesji | Numer posesji |
      Numer porządkowy`,
    'location.city': `Miasto | Miejscowość | Gmina | MIEJSCOWOSC | Miejscowość (miasto) | Miasto hotelu |
      Adres - miejscowość | Miejscowość/Miasto | Miasto obiektu | Nazwa miasta/miejscowości |
      Miejscowość hotelu | Adres: miasto`,
    'location.region': `Województwo | Region | Nazwa województwa | Woj. | Region turystyczny | Województwo/Region |
      Nazwa powiatu | Województwo obiektu | Region (województwo) | Województwo hotelu | Region obiektu |
      Nazwa województwa (region)`,
    'location.country': `Państwo | Kod kraju | Kraj (kod) | KOD_KRAJU | Symbol kraju | Kraj (ISO) | Kraj obiektu |
      Nazwa państwa | Kraj (nazwa) | ISO kraju | Skrót kraju | Państwo (kod)`,
    'location.postalCode': `Kod pocztowy | Kod poczt. | KOD_POCZTOWY | Kod pocztowy obiektu | Adres - kod pocztowy |
      Poczta - kod | Kod pocztowy hotelu | Kod (pocztowy) | Kod pocztowy (adres) |
      Kod pocztowy miejscowości | Kod poczt. obiektu`,
    'location.latitude': `Szerokość geograficzna | Szer. geogr. | Współrzędne - szerokość | Szerokość (GPS) | SZEROKOSC_GEO |
      Szerokość geograficzna (N) | Współrzędne GPS (szerokość) | szer_geogr | Szerokość geograficzna (GPS) |
      Szerokość geograficzna obiektu | GPS - szerokość | Współrzędna szerokość`,
    'location.longitude': `Długość geograficzna | Dł. geogr. | Długość geogr. | Długość (GPS) | GPS długość | DLUGOSC_GEO |
      Współrzędne GPS (długość) | dl_geogr | Długość geograficzna (GPS) | Długość geograficzna obiektu |
      GPS - długość | Współrzędna długość`,
    'location.coordinates': `Współrzędne | Współrzędne GPS | Współrzędne geograficzne | Lokalizacja GPS | Koordynaty |
      Geolokalizacja | Pozycja GPS | Współrzędne geogr.`,
    phone: `Telefon | Tel. | TELEFON_1 | Telefon komórkowy | Telefon hotelu | Tel. kom. | Telefon recepcja |
      Telefon (recepcja) | Telefon główny | Telefon (stacjonarny) | Numer telefonu kontaktowego |
      Numer komórki`,
    fax: 'Faks | Fax | Numer faksu | Nr faksu | Telefaks | Nr fax | Faks hotelu | Numer fax',
    email: `E-mail | Email kontaktowy | Mail | Adres poczty elektronicznej | Kontakt e-mail | e_mail |
      E-mail kontaktowy | Adres e-mail hotelu | Adres e-mail obiektu | E-mail (kontakt) | Mail kontaktowy |
      E-mail rezerwacji`,
    website: `Strona www | Adres www | Witryna | Adres strony | STRONA_WWW | Adres strony www | Oficjalna strona |
      Strona WWW hotelu | Strona obiektu | Adres strony hotelu | Link do strony internetowej |
      Strona WWW obiektu`,
    stars: `Gwiazdki | Liczba gwiazdek | Kategoria (gwiazdki) | LICZBA_GWIAZDEK | Standard (gwiazdki) |
      Gwiazdki hotelu | Kategoria gwiazdkowa | Kategoryzacja (gwiazdki) | Gwiazdki (liczba) |
      Liczba gwiazdek obiektu | Kategoria (liczba gwiazdek)`,
    rooms: `Liczba pokoi | Pokoje | LICZBA_POKOI | Liczba pokoi ogółem | Pokoi ogółem | Ogólna liczba pokoi |
      L. pokoi | Całkowita liczba pokoi | Ilość pokoi w obiekcie | Liczba wszystkich pokoi | Pokoje ogółem |
      Liczba pokoi hotelowych`,
    brand: `Sieć hotelowa | Marka | Nazwa sieci | Sieć/Marka | Nazwa marki | Sieć hoteli | Marka hotelowa |
      Grupa/Sieć | Sieć (marka) | Nazwa marki hotelowej | Marka/Sieć | Sieć hotelarska`,
    chainCode: 'Kod sieci | Kod sieci hotelowej | ID sieci',
    operator: `Operator | Zarządca | Podmiot prowadzący | Operator obiektu | Zarządzający | Nazwa operatora |
      Zarządca obiektu | Operator hotelu | Firma zarządzająca | Nazwa zarządcy | Podmiot prowadzący obiekt`,
    licence: `Nr ewidencyjny | Numer ewidencyjny | Nr licencji | Numer rejestru | Nr wpisu | Numer licencji |
      Nr rejestracyjny | Numer rejestracyjny | Nr rejestru | Numer wpisu | Numer wpisu do ewidencji |
      Licencja nr`,
    description: `Opis | Opis obiektu | Krótki opis | Opis ogólny | Opis (PL) | Opis skrócony | Opis noclegu |
      Opis pełny | Opis szczegółowy | Pełny opis | Opis (długi) | Opis (krótki)`,
    images: `Zdjęcia | URL zdjęcia | Zdjęcie główne | Fotografie | Linki do zdjęć | Zdjęcia hotelu |
      Adres URL zdjęcia | Główne zdjęcie | Zdjęcie (URL) | Adresy zdjęć | Zdjęcie hotelu |
      Galeria zdjęć obiektu`,
    facilities: `Udogodnienia | Wyposażenie | Usługi | Wyposażenie obiektu | Udogodnienia i usługi | Usługi hotelowe |
      Lista udogodnień | Udogodnienia hotelu | Dostępne udogodnienia | Wyposażenie hotelu |
      Usługi i udogodnienia | Lista usług`,
    checkIn: `Zameldowanie | Godzina zameldowania | Check-in | Godzina przyjazdu | Godziny zameldowania |
      Godzina rozpoczęcia doby hotelowej | Czas zameldowania | Godzina check-in`,
    'checkIn.from': `Zameldowanie od | Zameldowanie od godz. | Check-in od | Przyjazd od | Zameldowanie od godziny |
      Godzina zameldowania od | Początek zameldowania | Zameldowanie (od) | Check-in (od) |
      Początek doby hotelowej | Godzina przyjazdu od | Meldunek od`,
    'checkIn.until': `Zameldowanie do | Zameldowanie do godz. | Check-in do | Zameldowanie najpóźniej | Przyjazd do |
      Godzina zameldowania do | Zameldowanie (do) | Zameldowanie do godziny | Check-in (do) |
      Godzina przyjazdu do | Najpóźniejsze zameldowanie | Meldunek do`,
    checkOut: `Wymeldowanie | Godzina wymeldowania | Check-out | Godzina wyjazdu | Godziny wymeldowania |
      Czas wymeldowania`,
    'checkOut.until': `Wymeldowanie do | Wymeldowanie do godz. | Check-out do | Wyjazd do | Wymeldowanie do godziny |
      Godzina wymeldowania do | Wymeldowanie (do) | Check-out (do) | Koniec doby hotelowej |
      Godzina wyjazdu do | Najpóźniejsze wymeldowanie`,
    spokenLanguages: `Języki obsługi | Języki personelu | Znajomość języków | Języki obsługi hotelu |
      Języki, którymi mówi personel | Języki obce personelu`,
  },
  none: `Nazwa pokoju | Typ pokoju | Rodzaj pokoju | Osoba kontaktowa | NIP | REGON | Odległość od centrum |
      Kod miasta | Link do rezerwacji | URL rezerwacji | Cena pokoju | Liczba łóżek |
      Liczba miejsc noclegowych | Data aktualizacji | Podpis zdjęcia | Lotnisko | Nazwa lotniska |
      Telefon dyrektora | Dyrektor | Waluta | Numer rezerwacji | Data przyjazdu | Data wyjazdu |
      Liczba gości | Liczba restauracji | Liczba hoteli | Numer klienta | Numer faktury | Adres do faktury |
      Numer pokoju | Wolne pokoje | Dostępne pokoje | Zdjęcia pokoi | Ocena | Imię | Nazwisko |
      Numer kierunkowy | Opłata klimatyczna | Cena od | Data otwarcia | Otwarte od | Otwarte do |
      Nazwa restauracji | Telefon restauracji | Data rejestracji | Liczba zdjęć | Adres właściciela |
      Telefon zarządcy | Adres operatora | Śniadanie do | Liczba języków | Najbliższe miasto | Długość |
      Opis pokoju | Wyposażenie pokoju | Termin od | Sezon do | E-mail do faktur | Pokój typ |
      Nazwa pokoju hotelowego | Miasto wyjazdu | Miasto przyjazdu | Adres kontaktowy | Telefon właściciela |
      E-mail klienta | Tytuł zdjęcia | Opis miasta | Opis zdjęcia | Język opisu | Numer umowy |
      Data licencji | Typ łóżka | Kategoria pokoju | Cena całkowita | Liczba budynków | Liczba miast |
      Kod języka | Kod gminy | Godziny otwarcia recepcji | Godziny recepcji | Przyjazd z | Grupa minimalna |
      Pozycja | Adres zarządcy | Województwo operatora | Opłata za usługi | Liczba gwiazdek od gości |
      Długość pobytu | Szerokość łóżka | Liczba usług`,
}
