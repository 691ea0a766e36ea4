/** Removes fields that are undefined. Schemas return absent fields as undefined, but options must omit such fields. */
export function definedFields<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } & Pick<
  Fields,
  { [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Name }[keyof Fields]
> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
