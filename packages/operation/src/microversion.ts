/** A microversion as one comparable integer: 2.9 is 20009 and 2.10 is 20010. */
export type Microversion = number

const scale = 10_000

/** Parses `2.103`; undefined for other text. */
export const parseMicroversion = (text: string): Microversion | undefined => {
  const [, major, minor] = /^([1-9]\d{0,2})\.(0|[1-9]\d{0,3})$/.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : Number(major) * scale + Number(minor)
}

/** Formats a version as `2.103`. */
export const formatMicroversion = (version: Microversion): string =>
  `${Math.floor(version / scale)}.${version % scale}`

/** Like {@link parseMicroversion}, for literals in code. Throws a TypeError for invalid text. */
export const microversion = (text: string): Microversion => {
  const version = parseMicroversion(text)
  if (version === undefined) throw new TypeError(`${text} is not a microversion`)
  return version
}
