import { ETG_HOTEL_DUMP } from './formats/etg-hotel-dump.ts'
import { GIATA_MULTICODES } from './formats/giata-multicodes.ts'
import { HOTELBEDS_HOTELS } from './formats/hotelbeds-hotels.ts'
import { HOTELBEDS_TRANSFERS } from './formats/hotelbeds-transfers.ts'
import { OCTO_PRODUCTS } from './formats/octo-products.ts'
import { OTA_HOTEL_DESCRIPTIVE_INFO } from './formats/ota-hotel-descriptive-info.ts'
import { RAPID_PROPERTY_CONTENT } from './formats/rapid-property-content.ts'
import { TRAVELGATE_HOTELS } from './formats/travelgate-hotels.ts'
import type { FormatRecipe } from './recipe-places.ts'

/** The formats with their recipes. */
export const MAPPED_FORMATS: readonly FormatRecipe[] = [
  { format: HOTELBEDS_HOTELS, recipe: 'hotelbeds-content' },
  { format: GIATA_MULTICODES, recipe: 'giata-multicodes', within: 'property' },
  {
    format: OTA_HOTEL_DESCRIPTIVE_INFO,
    recipe: 'ota-hotel-descriptive',
    shared: ['MultimediaDescription', 'ContactInfo', 'RelativePosition', 'OperationSchedule', 'Feature'],
  },
  { format: ETG_HOTEL_DUMP, recipe: 'etg-dump' },
  { format: TRAVELGATE_HOTELS, recipe: 'travelgatex-hotels' },
  { format: RAPID_PROPERTY_CONTENT, recipe: 'rapid-property-content' },
  { format: OCTO_PRODUCTS, recipe: 'octo-products' },
  { format: HOTELBEDS_TRANSFERS, recipe: 'hotelbeds-transfers', within: 'services' },
]
