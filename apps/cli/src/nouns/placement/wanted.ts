/** `A:1,B:2`; undefined where nothing is asked. */
export const commaJoined = (parts: readonly string[]): string | undefined =>
  parts.length === 0 ? undefined : parts.join(',')

/** `CUSTOM_A,!CUSTOM_B`: traits asked for, and after a mark those that are not wanted. */
export const requiredTraits = (
  required: readonly string[],
  forbidden: readonly string[],
): readonly string[] | undefined => {
  const joined = commaJoined([...required, ...forbidden.map((trait) => `!${trait}`)])
  return joined === undefined ? undefined : [joined]
}

/** Each option names aggregates of which one will do. */
export const memberOf = (groups: readonly string[]): readonly string[] | undefined =>
  groups.length === 0 ? undefined : groups.map((group) => (group.includes(',') ? `in:${group}` : group))
