import type { RandomNumber } from '../../ipam/choose-address.ts'

/** A MAC that begins with the octets of `base` that are not zero at its end: three or four, as `base_mac` has it. */
export const newMacAddress = (base: string, random: RandomNumber): string => {
  const octets = base.split(':')
  const kept = octets[3] === '00' ? 3 : 4
  const missing = 6 - kept
  const rest =
    random(256 ** missing)
      .toString(16)
      .padStart(2 * missing, '0')
      .match(/../g) ?? []
  return [...octets.slice(0, kept), ...rest].join(':')
}
