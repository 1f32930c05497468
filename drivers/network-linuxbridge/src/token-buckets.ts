import type { Bandwidth } from '@nimbo/network/driver/network-agent-driver'

const bitsInByte = 8
const kilo = 1000
/** Burst as a part of the rate when none is given, as in Neutron: enough for TCP to reach most of the rate. */
const usualBurst = 0.8

const burstBytes = ({ kbps, burstKbit }: Bandwidth, mtu: number): number => {
  const wanted = ((burstKbit === 0 ? kbps * usualBurst : burstKbit) * kilo) / bitsInByte
  return Math.ceil(Math.max(wanted, 2 * mtu))
}

/** The words by which an HTB class delays packets above the rate. */
export const tokenBucket = (rate: Bandwidth, mtu: number): string => {
  const burst = burstBytes(rate, mtu)
  return `htb rate ${rate.kbps}kbit burst ${burst}b cburst ${burst}b`
}

/** `tc` lines that redirect packets which arrive on a device to another device, on which they can be queued. */
export const redirected = (device: string, to: string): string[] => [
  `qdisc replace dev ${device} handle ffff: ingress`,
  `filter replace dev ${device} parent ffff: protocol all prio 1 u32 match u32 0 0 action mirred egress redirect dev ${to}`,
]
