/** What the network `public` stands on, as its `provider:physical_network` names it. */
export const publicPhysicalNetwork = 'public'

/** 172.24.4.0/24, as DevStack has it, or one of those after it where the host uses that already. */
export const publicCandidates: readonly [string, ...string[]] = [
  '172.24.4.0/24',
  ...Array.from({ length: 63 }, (_, offset) => `172.24.${5 + offset}.0/24`),
]

/** The host's own address on it. */
export const publicGateway = (cidr: string): string => cidr.replace(/\.0\/24$/, '.1')
