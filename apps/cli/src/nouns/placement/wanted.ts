/** `A:1,B:2`; undefined for an empty list. */
export const commaJoined = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : parts.join(',')

/** `CUSTOM_A,!CUSTOM_B`: required traits, and with `!` forbidden ones. */
export const requiredTraits = (
  required: readonly string[],
  forbidden: readonly string[],
): readonly string[] | undefined => {
  const joined = commaJoined([...required, ...forbidden.map((trait) => `!${trait}`)])
  return joined === undefined ? undefined : [joined]
}

/** The `member_of` parameters: each option lists aggregates of which the provider must be in at least one. */
export const memberOf = (groups: readonly string[]): readonly string[] | undefined =>
  groups.length === 0 ? undefined : groups.map((group) => (group.includes(',') ? `in:${group}` : group))
