/**
 * The places of a format's fields in a record: for each place the published fields that it takes, separated by
 * semicolons. A place is a path such as `location.city`, or `images[].url` for a member of a list's entries. A field may
 * have several places.
 */
export type Mapping = Readonly<Record<string, string>>
