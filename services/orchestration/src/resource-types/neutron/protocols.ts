const numbers = Array.from({ length: 256 }, (_, number) => String(number))

/** What rules of security groups may be about: a protocol by its number or its name. */
export const protocols: readonly string[] = [
  ...numbers,
  'ah',
  'dccp',
  'egp',
  'esp',
  'gre',
  'icmp',
  'icmpv6',
  'igmp',
  'ipv6-encap',
  'ipv6-frag',
  'ipv6-icmp',
  'ipv6-nonxt',
  'ipv6-opts',
  'ipv6-route',
  'ospf',
  'pgm',
  'rsvp',
  'sctp',
  'tcp',
  'udp',
  'udplite',
  'vrrp',
]
