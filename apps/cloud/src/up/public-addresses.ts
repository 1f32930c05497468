/** The `provider:physical_network` of the network `public`. */
export const publicPhysicalNetwork = 'public'

/** 172.24.4.0/24, as in DevStack, or one of the following networks when the host already uses it. */
export const publicCandidates: readonly [string, ...string[]] = [
  '172.24.4.0/24',
  ...Array.from({ length: 63 }, (_, offset) => `172.24.${5 + offset}.0/24`),
]

/** The host's address in the network, which is its gateway. */
export const publicGateway = (cidr: string): string => cidr.replace(/\.0\/24$/, '.1')
