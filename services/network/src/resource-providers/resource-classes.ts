/** Resource classes of bandwidth, by direction. */
export const kilobits = {
  egress: 'NET_BW_EGR_KILOBIT_PER_SEC',
  ingress: 'NET_BW_IGR_KILOBIT_PER_SEC',
} as const

/** Resource classes of packet rates, by direction. */
export const kilopackets = {
  egress: 'NET_PACKET_RATE_EGR_KILOPACKET_PER_SEC',
  ingress: 'NET_PACKET_RATE_IGR_KILOPACKET_PER_SEC',
  any: 'NET_PACKET_RATE_KILOPACKET_PER_SEC',
} as const
