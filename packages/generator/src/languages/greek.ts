import { generic, type Language, list } from './language.ts'

export const greek: Language = {
  code: 'el',
  starts: list(`Al|Αλ Ka|Κα Me|Με The|Θε Ili|Ηλι Ni|Νι Pe|Πε Kal|Καλ Ma|Μα Di|Δι Ana|Ανα Ro|Ρο Ari|Αρι La|Λα Po|Πο
    Ste|Στε`),
  middles: list('mi|μι ra|ρα ne|νε lo|λο ta|τα ki|κι so|σο da|δα vri|βρι ga|γα li|λι pa|πα'),
  ends: list('nia|νια ssos|σσος dis|δις kos|κος thea|θέα mon|μων ris|ρις lida|λίδα nos|νος stra|στρα lia|λια tis|της'),
  localSpace: ' ',
  generics: {
    hotel: generic('Hotel|Ξενοδοχείο Hotel|Ξενοδοχείο Hotel|Hotel Resort|Θέρετρο', 40, 45, 15),
    apartment: generic('Apartments|Διαμερίσματα Studios|Στούντιο Villa|Βίλα', 25, 65, 10),
    guesthouse: generic('Guest_House|Ξενώνας Pension|Πανσιόν Rooms|Δωμάτια', 40, 50, 10),
    hostel: generic('Hostel|Χόστελ', 20, 75, 5),
    campsite: generic('Camping|Κάμπινγκ', 90, 5, 5),
    apartment_hotel: generic('Aparthotel|Διαμερίσματα_Ξενοδοχείο', 30, 60, 10),
    motel: generic('Motel|Μοτέλ', 30, 60, 10),
    resort: generic('Resort|Θέρετρο', 10, 80, 10),
    holiday_village: generic('Holiday_Village|Παραθεριστικό_Χωριό', 10, 80, 10),
    lodge: generic('Lodge|Καταφύγιο', 20, 70, 10),
    villa: generic('Villa|Βίλα', 80, 10, 10),
    room: generic('Room|Δωμάτιο', 80, 10, 10),
  },
  commonWords: list('Blue|Μπλε Garden|Κήπος Golden|Χρυσό Old|Παλιό Port|Λιμάνι View|Θέα Stone|Πέτρινο White|Λευκό'),
  poolNames: list(`Poseidon|Ποσειδών Aphrodite|Αφροδίτη Olympia|Ολυμπία Akropolis|Ακρόπολις Apollon|Απόλλων
    Athina|Αθηνά Dionysos|Διόνυσος Helios|Ήλιος Central|Κεντρικό Parthenon|Παρθενών Nefeli|Νεφέλη Galini|Γαλήνη`),
  articles: list('To|Το I|Η'),
  saints: list('Agios|Άγιος Agia|Αγία'),
  districts: list('Center|Κέντρο Beach|Παραλία Port|Λιμάνι North|Βόρεια Old_Town|Παλιά_Πόλη Airport|Αεροδρόμιο'),
  descriptions: list('Boutique|Μπουτίκ &_Spa|&_Σπα Sea_View|Θέα_Θάλασσα Rooms|Δωμάτια'),
  siblings: list('Annex|Παράρτημα Spa|Σπα Suites|Σουίτες Garden|Κήπος'),
  streets: list('{x} Leoforos_{x} Plateia_{x} Odos_{x}'),
  address: '{street} {n}',
  streetShort: [
    ['Leoforos', 'Leof.'],
    ['Plateia', 'Pl.'],
  ],
  companies: list('{x}_A.E. {x}_Tourism_S.A. {x}_E.P.E.'),
  airport: '{city} {airport} Airport',
  stations: list('{x}_Station {x}_Port'),
  airfields: list('{x}_Airport'),
}
