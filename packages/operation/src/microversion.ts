/** A microversion as one whole number, so that versions compare: 2.9 is 20009 and 2.10 is 20010. */
export type Microversion = number

const scale = 10_000

/** `2.103` as a {@link Microversion}; undefined when the text is not of that form. */
export const parseMicroversion = (text: string): Microversion | undefined => {
  const [, major, minor] = /^([1-9]\d{0,2})\.(0|[1-9]\d{0,3})$/.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : Number(major) * scale + Number(minor)
}

/** The text of a version: `2.103`. */
export const formatMicroversion = (version: Microversion): string =>
  `${Math.floor(version / scale)}.${version % scale}`

/** As {@link parseMicroversion}, for versions that the code itself names. Throws a TypeError for other texts. */
export const microversion = (text: string): Microversion => {
  const version = parseMicroversion(text)
  if (version === undefined) throw new TypeError(`${text} is not a microversion`)
  return version
}
