import type { RandomNumber } from './ipam/choose-address.ts'

/** A MAC that begins with the octets of `base` that are not zero at its end: three or four, as `base_mac` has it. */
export const newMacAddress = (base: string, random: RandomNumber): string => {
  const octets = base.split(':')
  const kept = octets[3] === '00' ? 3 : 4
  const rest = Array.from({ length: 6 - kept }, () => random(256).toString(16).padStart(2, '0'))
  return [...octets.slice(0, kept), ...rest].join(':')
}
