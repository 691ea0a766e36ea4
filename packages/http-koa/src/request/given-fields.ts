/** The fields that were given: schemas say `undefined` of those that were not, and calls take them as left out. */
export function givenFields<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } & Pick<
  Fields,
  { [Name in keyof Fields]-?: undefined extends Fields[Name] ? never : Name }[keyof Fields]
> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
