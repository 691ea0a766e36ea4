import { ETG_HOTEL_DUMP } from './formats/etg-hotel-dump.ts'
import type { Format } from './formats/format.ts'
import { GIATA_MULTICODES } from './formats/giata-multicodes.ts'
import { HOTELBEDS_HOTELS } from './formats/hotelbeds-hotels.ts'
import { HOTELBEDS_TRANSFERS } from './formats/hotelbeds-transfers.ts'
import { OCTO_PRODUCTS } from './formats/octo-products.ts'
import { OTA_HOTEL_DESCRIPTIVE_INFO } from './formats/ota-hotel-descriptive-info.ts'
import { RAPID_PROPERTY_CONTENT } from './formats/rapid-property-content.ts'
import { TRAVELGATE_HOTELS } from './formats/travelgate-hotels.ts'
import { ETG_HOTEL_DUMP_PLACES } from './mappings/etg-hotel-dump.ts'
import { GIATA_MULTICODES_PLACES } from './mappings/giata-multicodes.ts'
import { HOTELBEDS_HOTELS_PLACES } from './mappings/hotelbeds-hotels.ts'
import { HOTELBEDS_TRANSFERS_PLACES } from './mappings/hotelbeds-transfers.ts'
import type { Mapping } from './mappings/mapping.ts'
import { OCTO_PRODUCTS_PLACES } from './mappings/octo-products.ts'
import { OTA_HOTEL_DESCRIPTIVE_INFO_PLACES } from './mappings/ota-hotel-descriptive-info.ts'
import { RAPID_PROPERTY_CONTENT_PLACES } from './mappings/rapid-property-content.ts'
import { TRAVELGATE_HOTELS_PLACES } from './mappings/travelgate-hotels.ts'

/** The formats with the places of their fields. */
export const MAPPED_FORMATS: readonly (readonly [Format, Mapping])[] = [
  [HOTELBEDS_HOTELS, HOTELBEDS_HOTELS_PLACES],
  [GIATA_MULTICODES, GIATA_MULTICODES_PLACES],
  [OTA_HOTEL_DESCRIPTIVE_INFO, OTA_HOTEL_DESCRIPTIVE_INFO_PLACES],
  [ETG_HOTEL_DUMP, ETG_HOTEL_DUMP_PLACES],
  [TRAVELGATE_HOTELS, TRAVELGATE_HOTELS_PLACES],
  [RAPID_PROPERTY_CONTENT, RAPID_PROPERTY_CONTENT_PLACES],
  [OCTO_PRODUCTS, OCTO_PRODUCTS_PLACES],
  [HOTELBEDS_TRANSFERS, HOTELBEDS_TRANSFERS_PLACES],
]
