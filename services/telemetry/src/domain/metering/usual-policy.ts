/** Cumulative meters, whose archive policy also aggregates their rate. */
const counters =
  /^(cpu|network\.(incoming|outgoing)\.(bytes|packets)(\.drop|\.error)?|disk\.device\.(read|write)\.(bytes|requests))$/

/** The archive policy of a meter unless the operator sets one, as in Ceilometer. */
export const usualPolicyOf = (meter: string): string =>
  counters.test(meter) ? 'ceilometer-low-rate' : 'ceilometer-low'
