import { type FieldType, fieldPaths, IDENTIFYING_FIELDS, RECORD_FIELDS } from '@utpid/core/fields'
import { FIELD_ALIASES } from '@utpid/feed'
import { page, table } from './page.ts'

/** Creates the page with all fields of a record and the names under which suppliers send them. */
export function fieldsPage(): string {
  const fields = fieldPaths({ ...IDENTIFYING_FIELDS, ...RECORD_FIELDS })
  return page(
    'Fields of a record',
    'A record has a supplier, a code and a name. All other fields are optional. The parser repairs or removes wrong values and reports both; unknown fields go to `extra`. A marked field is in the golden record of a product, and people can pin it. A detail is a field that no comparison reads: the registry stores it apart from the record and reads it on demand.',
    table(
      ['field', 'label', 'type', 'use', 'description', 'example'],
      fields.map(({ path, definition: { type, label, description = '', example, golden, detail } }) => [
        `\`${path.join('.')}\``,
        label,
        typeText(type),
        golden === true ? 'golden record' : detail === true ? 'detail' : '',
        description,
        `\`${JSON.stringify(example)}\``,
      ]),
    ),
    '## Names in feeds',
    'Suppliers send fields under these names. Case, accents, spaces, `_`, `-`, `.` and camelCase do not matter. The path of a field and the last part of the path are names too. If a row has several names of one field, the first of the list wins. The other values go to `extra`. Some targets are parts that are combined into one field, such as `location.latitude`.',
    table(
      ['target', 'names'],
      FIELD_ALIASES.filter(([, aliases]) => aliases !== '').map(([target, aliases]) => [
        `\`${target}\``,
        aliases
          .split(',')
          .map((alias) => `\`${alias.trim()}\``)
          .join(', '),
      ]),
    ),
  )
}

function typeText(type: FieldType): string {
  switch (type.kind) {
    case 'text': {
      const what = type.form === undefined || type.form === 'name' ? 'text' : TEXT_FORMS[type.form]
      return `${what}, at most ${type.maxCharacters.toLocaleString('en-US')} characters`
    }
    case 'number': {
      const range = `${type.min.toLocaleString('en-US')} to ${type.max.toLocaleString('en-US')}`
      const unit = type.unit === undefined ? '' : ` ${type.unit}`
      const step = type.step === 1 ? 'whole number' : 'number'
      const steps = type.step === undefined || type.step === 1 ? '' : ` in steps of ${type.step}`
      return `${step}, ${range}${unit}${steps}`
    }
    case 'flag':
      return 'true or false'
    case 'choice':
      return `one of ${type.values.map((value) => `\`${value}\``).join(', ')}`
    case 'date':
      return 'date: `2026-11-27`, `2026-11` or `2026`'
    case 'time':
      return 'time of day: `15:00`'
    case 'coordinates':
      return 'latitude, longitude'
    case 'list':
      return `list of at most ${type.maxEntries}: ${typeText(type.items)}`
    case 'object':
      return `object of ${Object.keys(type.fields)
        .map((name) => `\`${name}\``)
        .join(', ')}`
  }
}

const TEXT_FORMS = {
  category: 'category',
  country: 'country',
  email: 'e-mail address',
  phone: 'telephone number',
  web: 'web address',
} as const
