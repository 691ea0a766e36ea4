import { generic, type Language, list } from './language.ts'

export const english: Language = {
  code: 'en',
  starts: list(`Ash Bram Cal Dun El Far Glen Har Ing Ken Lang Mar Nor Oak Pem Quin Rad Sel Thorn Up Ver Wal Wex Yar
    Bel Cob Drey Fen Hal Lor`),
  middles: list('der ning la ber mo ley ra ven to sel wi cot ma ring den fi ne tal'),
  ends: list(`ton ford wick ham mere combe dale hurst ley stead worth den field gate stow croft bourne wood more
    minster`),
  generics: {
    hotel: generic('Hotel Hotel Hotel Inn Lodge Resort Hotel_&_Suites', 12, 66, 22),
    apartment: generic('Apartment Apartments House Cottage Flat Suites', 8, 80, 12),
    guesthouse: generic('Guest_House B&B Inn House Bed_&_Breakfast', 4, 90, 6),
    hostel: generic('Hostel Backpackers', 4, 88, 8),
    campsite: generic('Campground Caravan_Park Holiday_Park RV_Park', 2, 92, 6),
    apartment_hotel: generic('Aparthotel Serviced_Apartments Apartment_Hotel', 10, 80, 10),
    motel: generic('Motel Motel Motor_Inn', 4, 88, 8),
    resort: generic('Resort Resort_&_Spa Beach_Resort', 2, 90, 8),
    holiday_village: generic('Holiday_Village Holiday_Park', 2, 92, 6),
    lodge: generic('Lodge Cabins', 4, 90, 6),
    villa: generic('Villa Cottage House', 45, 45, 10),
    room: generic('Room Private_Room', 20, 70, 10),
  },
  commonWords: list(`Harbour Garden Orchard Riverside Lakeside Old_Mill Station Hillside Boulevard Pier Market
    Cathedral Bridge Manor Heritage`),
  poolNames: list(`Grand Royal Plaza The_Crown Park Central Victoria Queens Kings_Arms The_White_Hart Imperial
    The_George Red_Lion Seaview Palace The_Swan The_Ship Windsor Riverside Station Bay_View Metropole Carlton
    The_Railway Star The_Anchor Budget Traveller's_Rest Sunset Parkside`),
  articles: list('The The The At_the'),
  saints: list('Saint St.'),
  districts: list(`Downtown Airport North South East West City_Centre Waterfront Riverside Convention_Center
    University Old_Town`),
  descriptions: list('&_Spa Boutique City_Centre Adults_Only &_Conference_Centre by_Halden Waterfront Extended_Stay'),
  siblings: list('Annex Spa Suites Residences Garden_Wing'),
  streets: list('{x}_Street {x}_Street {x}_Road {x}_Avenue {x}_Lane {x}_Drive {x}_Square {x}_Boulevard'),
  address: '{n} {street}',
  streetShort: [
    ['Street', 'St'],
    ['Road', 'Rd'],
    ['Avenue', 'Ave'],
    ['Drive', 'Dr'],
    ['Boulevard', 'Blvd'],
    ['Square', 'Sq.'],
  ],
  companies: list('{x}_Ltd {x}_Hospitality_LLC {x}_Hotels_Pte {x}_Leisure_Group'),
  airport: '{city} {airport} Airport',
  stations: list('{x}_Station {x}_Bus_Station {x}_Ferry_Terminal'),
  airfields: list('{x}_Airport {x}_Regional_Airport'),
}
