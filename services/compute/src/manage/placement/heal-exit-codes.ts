/** nova-manage's exit codes of `placement heal_allocations`. */
export const healExitCodes = {
  healed: 0,
  maxCountReached: 1,
  nodeUnknown: 2,
  notClaimed: 3,
  nothingHealed: 4,
  portsUnread: 5,
  portsNotUpdated: 6,
  portsNotRolledBack: 7,
  devices: 8,
  invalid: 127,
  unexpected: 255,
} as const
