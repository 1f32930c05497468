/** The IPv4 and link-local IPv6 addresses at which guests request metadata; OpenStack's clients know no others. */
export const metadataAddress = '169.254.169.254'
export const metadataLinkLocal = 'fe80::a9fe:a9fe'

const port = 80

/** The addresses in the form that `socketsWithin` takes; the IPv6 link-local one on each of these devices. */
export const metadataPlaces = (devices: readonly string[]): string[] => [
  `${metadataAddress}#${port}`,
  ...devices.map((device) => `${metadataLinkLocal}%${device}#${port}`),
]
