import type { LanguageNames } from './language-names.ts'

export const ENGLISH: LanguageNames = {
  fields: {
    code: `HOTEL_CODE | Property ID | Accom. code | Establishment number | our reference | HotelRef |
      Listing ID | Estab. ID | Accommodation ID | accommodationRef | Unique hotel ID | Establishment code`,
    name: `Name of establishment | PROPERTY_NAME | Hotel title | Official name of hotel | Property full name |
      Name of hotel | Accommodation title | Facility name | accommodation_name | Name (official) |
      Venue name | Trading name of establishment`,
    category: `Type of property | Accommodation category | Establishment type | Lodging type |
      Type of establishment | accommodation class type | hotel_category | Category of establishment |
      Category of accommodation | Venue type | hotel type | ACCOM_TYPE`,
    'location.address': `Street address | Full postal address | Address of the property | Street & number | Address (street) |
      Main address | Complete address | Property street address | Street, number | Business address |
      Hotel street address | Address 1`,
    'location.street': 'Street name | addr_street | Street | Road name | Street (name)',
    'location.houseNumber': `House number | House no. | Street number | Building number | Bldg no. | house_nr | addr_housenumber |
      Building no | House/building number | bldg_no | Street nr`,
    'location.city': `City/Town | Town name | Hotel city | city name (English) | Location city | Name of town |
      Town/Village | loc_city | Hotel town | City / Municipality | ADDR_CITY | Settlement`,
    'location.region': `State/Province | Province/State | County | Name of region | Administrative region | State / County |
      County name | Address state | Province or region | State name | Region of property | County/Region`,
    'location.country': `Country name | country_cd | Country of property | Country (ISO 2) | Country ISO-3166 | CTRY_CODE |
      property country | Name of country | ISO code of country | Country / ISO code | Country (name) |
      CTRY`,
    'location.postalCode': `Post code | ZIP/Postal code | zip-code | Hotel zip code | Postal number | Zip code (postal) | zip cd |
      Address postcode | Zip/post code | PostalZip | post_cd | Postal code (ZIP)`,
    'location.latitude': `Latitude (decimal) | geo_latitude | Lat. | Location latitude | Geographic latitude | map_lat |
      GPS coordinates (latitude) | Latitude (N) | y_lat | Map latitude | Hotel latitude |
      Property GPS latitude`,
    'location.longitude': `Longitude (decimal) | GPS longitude | hotel_lng | LONGITUDE_DD | Geographic longitude | map_lng |
      GPS coordinates (longitude) | Longitude (E) | Map longitude | gps_lng | Hotel longitude |
      coordinates_lon`,
    'location.coordinates': `GPS coordinates | Geo coordinates | lat,lng | Geo location | GPS position | GPS | lat-long |
      Latitude/Longitude`,
    phone: `Telephone no. | Phone no | Front desk phone | Telephone (main) | Tel | Contact number |
      Phone (landline) | Cell phone number | Hotel telephone number | Phone (reception) |
      Primary phone number | telephone_1`,
    fax: 'Fax number | Fax no. | Fax | Hotel fax | Contact fax | Telefax number | Facsimile | fax_nbr',
    email: `E-mail | Contact e-mail | Reservations e-mail | mail | Property e-mail address | Main email |
      Email ID | Contact mail address | Reservation e-mail address | Public e-mail | Main contact email |
      email_address_1`,
    website: `Web site | Web page | Homepage | web_address | Property web site | Internet address |
      Link to website | URL | Hotel web site | Official web page | www address | Website of the property`,
    stars: `Star rating | Number of stars | Official star rating | Star class | Hotel stars | Official stars |
      Classification (stars) | stars_nr | Hotel class (stars) | Official number of stars | stars_count |
      Stars category`,
    rooms: `Number of rooms | No. rooms | # rooms | Total rooms | Rooms (total) | Total guestrooms | Bedrooms |
      Number of hotel rooms | Total number of guest rooms | Nb of rooms | Total rooms in hotel |
      Number of units`,
    brand: `Chain name | Hotel chain | Brand name | Hotel brand | Brand | Name of chain | Hotel group/chain |
      Chain affiliation | Chain/Brand name | Brand or chain | Hotel brand name`,
    chainCode: 'Chain code | chain_cd | Hotel chain code | Chain ID',
    operator: `Operator | Operator name | Operated by | Operating company | Name of operator | Management company |
      Managed by | Operator (company) | Hotel operator | Name of operating company | Operated/managed by |
      Management`,
    licence: `Licence number | License no. | Registration number | Licence No | Tourist licence | Permit number |
      Licence/registration number | Tourist license number | Tourism registration number | Permit ID |
      Hotel licence number | Registration / licence no.`,
    description: `Property description | Long description | Hotel description text | Description of the property |
      Full description | Description text | About the hotel | Main description | Brief description |
      Detailed description | Hotel description (long) | Property overview`,
    images: `Image URL | Image links | Picture URL | Main image | photo_1 | Hotel images | Pictures | Image (URL) |
      Picture links | Hotel image URLs | Main picture | photo_url_2`,
    facilities: `Facilities | Hotel facilities | Amenities list | Services and facilities | Hotel services |
      List of amenities | Facilities list | Services offered | Hotel amenities list | General facilities |
      Property facilities and services | Available facilities`,
    checkIn: `Check-in time | Check in | Checkin hour | Arrival time | Time of check-in | Check-in hours |
      Check-in hour`,
    'checkIn.from': `Check-in from | Check-in start | check_in_from | Check-in begins | Check-in time from |
      checkin_start | Check-in from (time) | Check-in (from) | Check-in opens | Check-in time (from) |
      checkInStartTime | Check-in after`,
    'checkIn.until': `Check-in until | Check-in end | check_in_to | Latest check-in | checkin_end | Check-in to |
      Check-in till | Check-in (until) | Check-in closes | Check-in time (until) | checkInEndTime |
      Latest arrival time`,
    checkOut: 'Check-out time | Check out | Checkout hour | Time of check-out | Departure time | Check-out hour',
    'checkOut.until': `Check-out until | Check-out by | check_out_to | Latest check-out | Check-out before | Check-out to |
      checkout_until | Check-out (until) | Check-out deadline | checkOutEndTime | Check-out latest |
      Check-out time until`,
    spokenLanguages: 'Spoken languages | Staff languages | Languages spoken by staff | Spoken languages (staff)',
  },
  none: `Room name | Tax number | City code | Number of beds | Image caption | Airport name | Room type code |
      Cancellation policy | Arrival date | Check-out date | Number of restaurants | Manager name |
      Contact position | Country ID | Nearest airport code | Room photos | Restaurant name |
      Image copyright | Licence expiry date | Number of reviews | Review count | Wi-Fi price |
      Parking address | Billing country | Bank address | Customer number | Description ID |
      Video URL of room | Brand website | Country tax rate | Phone extension | Username | Nearest city |
      Rooms sold | Occupied rooms | Room code | Room rate | Website visits | Language of contract |
      Region manager | Number of floors in building | Event name | Hotel manager | Hotel currency |
      Operator email | Operator website | Number of images | Invoice email | Newsletter email |
      Facebook URL | Booking.com link | Rooms booked | Property manager | Hotel group code id |
      Property value | Hotel restaurant | City distance | City description | Region description |
      Street parking | Postal box owner | Email type | Website rating | Brand logo | Operator licence date |
      Licence holder | Description of room | Image description | Facility description | Check-in age |
      Check-out fee | Departure city | Arrival flight number | Site name in system |
      Name of street of owner | Contact address | Number of employees | House rules | Total price |
      Unit price | Main language | Short code of city | Type of contract | Rating type | Map image of room |
      Direct bookings | Company address | Tourist tax | Booking date | Front desk hours`,
}
