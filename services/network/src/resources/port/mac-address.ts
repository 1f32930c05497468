import type { RandomNumber } from '../../ipam/choose-address.ts'

/** A MAC that starts with the first three or four octets of `base_mac`: those before its trailing zeros. */
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
