/** Where guests ask for metadata. Clients of OpenStack know no other places. */
export const metadataAddress = '169.254.169.254'
export const metadataLinkLocal = 'fe80::a9fe:a9fe'

const port = 80

/** As `socketsWithin` names places; of the link-local one, on each of these devices. */
export const metadataPlaces = (devices: readonly string[]): string[] => [
  `${metadataAddress}#${port}`,
  ...devices.map((device) => `${metadataLinkLocal}%${device}#${port}`),
]
