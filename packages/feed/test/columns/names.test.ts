import { toRecord } from '@utpid/feed'
import { expect, test } from 'vitest'
import { resolveTarget } from '../../src/mapping/record-target.ts'

/** The field that is the meaning of each column name. */
test.each<[string, string | undefined]>([
  ['Name of the property', 'name'],
  ['HotelName', 'name'],
  ['nom_hotel', 'name'],
  ["Nom de l'établissement", 'name'],
  ['Nombre del hotel', 'name'],
  ['Denominazione struttura', 'name'],
  ['Nazwa hotelu', 'name'],
  ['Název hotelu', 'name'],
  ['Otel Adı', 'name'],
  ['Όνομα ξενοδοχείου', 'name'],
  ['Hotelname', 'name'],
  ['Hotelname (de)', 'altNames.de'],
  ['hotel_name_fr', 'altNames.fr'],
  ['Contact Name', undefined],
  ['Room name', undefined],
  ['Hotel-Nr.', 'code'],
  ['Number of hotels', undefined],
  ['Código del hotel', 'code'],
  ['Κωδικός ξενοδοχείου', 'code'],
  ['City code', undefined],
  ['address_id', undefined],
  ['adr_plz', 'location.postalCode'],
  ['Postal / ZIP Code', 'location.postalCode'],
  ['Τ.Κ.', 'location.postalCode'],
  ['PSČ', 'location.postalCode'],
  ['adr_ville', 'location.city'],
  ['Şehir', 'location.city'],
  ['Miejscowość', 'location.city'],
  ['Country Code (ISO)', 'location.country'],
  ['country_iso_2', 'location.country'],
  ['Ülke', 'location.country'],
  ['Χώρα', 'location.country'],
  ['Nr domu', 'location.houseNumber'],
  ['Číslo popisné', 'location.houseNumber'],
  ['Street no.', 'location.houseNumber'],
  ['Calle y número', 'location.address'],
  ['Address Line 2', 'location.address2'],
  ['address 3', 'location.address3'],
  ['geo.lat', 'location.latitude'],
  ['Latitude (WGS84)', 'location.latitude'],
  ['Γεωγραφικό μήκος', 'location.longitude'],
  ['Längengrad', 'location.longitude'],
  ['Laengengrad', 'location.longitude'],
  ['Tel. Rezeption', 'phone'],
  ['Nr telefonu', 'phone'],
  ['phone 1', 'phone'],
  ['phone 2', 'phones'],
  ['Reservation email', 'email'],
  ['Booking URL', undefined],
  ['Nº de habitaciones', 'rooms'],
  ['No. of Rooms', 'rooms'],
  ['N.º de quartos', 'rooms'],
  ['Cód. establecimiento', 'code'],
  ['Anreise ab', 'checkIn.from'],
  ['Abreise bis', 'checkOut.until'],
  ['Zameldowanie do', 'checkIn.until'],
  ['Hora do check-in', 'checkIn'],
  ['Check-in à partir de', 'checkIn.from'],
  ['earliest check-in time', 'checkIn.from'],
  ['departure from', undefined],
  ['N. camere', 'rooms'],
  ['Total room count', 'rooms'],
  ['Počet hvězdiček', 'stars'],
  ['Yıldız Sayısı', 'stars'],
  ['image_12', 'images'],
  ['chain code', 'chainCode'],
  ['Last update', undefined],
])('%s means %s', (name, target) => {
  expect(resolveTarget(name)).toBe(target)
})

test('numbered columns fill a list in the order of their numbers', () => {
  const row = { image_10: 'c', phone2: '2', image_1: 'a', 'phone 3': '3', phone: '1', image_2: 'b', name_2: 'Other' }
  expect(toRecord(row)).toEqual({
    altNames: [{ name: 'Other' }],
    phone: '1',
    images: ['a', 'b', 'c'],
    phones: ['2', '3'],
  })
})

test('a second telephone number is kept as a further number', () => {
  expect(toRecord({ 'Tel. Rezeption': '2', Telefon: '1' })).toEqual({ phone: '1', phones: ['2'] })
})
