/** The members of an object, without `undefined`: a member that may be undefined is optional instead. */
export type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name]
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>
}

/** Returns a copy of an object without the members that are undefined. Optional members are absent, never undefined. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const copy: Record<string, unknown> = {}
  for (const name in members) if (members[name] !== undefined) copy[name] = members[name]
  return copy as Defined<Members>
}
