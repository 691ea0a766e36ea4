/** The contents of a rule for a record without the fields of the rule. */
export const NO_CONTENTS: readonly string[] = []
