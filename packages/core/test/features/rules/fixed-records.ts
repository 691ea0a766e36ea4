import type { SupplierCode } from '@utpid/core'

const LOCATION = { city: 'Paris', country: 'FR', coordinates: [48.85661, 2.35222] }

/**
 * Returns fixed records for all runs and releases, one for each kind of row. `first` and `copy` are of one class.
 * `next` replaces a first record that became inactive. `other` differs from that class in one letter.
 */
export function fixedRecords(): { readonly records: readonly unknown[]; readonly ended: readonly SupplierCode[] } {
  const hotel = {
    name: 'Hôtel Bellevue Montmartre',
    category: 'hotel',
    brand: 'Ibis',
    phone: '+33 1 40 20 50 50',
    website: 'https://www.bellevue-montmartre.example',
    location: { ...LOCATION, address: '12 rue de Rivoli', postalCode: '75004', region: 'Île-de-France' },
  }
  const copied = (code: string, name: string): unknown => ({
    supplier: 'bedbank',
    code,
    name,
    category: 'apartment',
    location: { ...LOCATION, address: '3 quai de Valmy' },
  })
  return {
    records: [
      { supplier: 'alpha', code: 'whole', ...hotel },
      { supplier: 'alpha', code: 'name-alone', name: 'Gasthof zum Löwen' },
      { supplier: 'alpha', code: 'spaceless', name: '北京茂悦大酒店', category: 'hotel', location: { city: '北京' } },
      { supplier: 'alpha', code: 'tour', name: 'Seine by Night: 2-Hour Cruise', category: 'tour', location: LOCATION },
      {
        supplier: 'alpha',
        code: 'transfer',
        name: 'Shuttle',
        category: 'transfer',
        transfer: { from: { name: 'Aéroport CDG' }, to: { name: 'Gare du Nord' } },
        location: LOCATION,
      },
      { supplier: 'alpha', code: 'airport', name: 'Paris Charles de Gaulle', category: 'airport', location: LOCATION },
      copied('1-first', 'Studio Valmy'),
      copied('2-copy', 'Studio Valmy'),
      copied('3-ended', 'Loft Valmy'),
      copied('4-next', 'Loft Valmy'),
      copied('5-copy', 'Loft Valmy'),
      copied('6-other', 'Lofts Valmy'),
    ],
    ended: [{ supplier: 'bedbank', code: '3-ended' }],
  }
}
