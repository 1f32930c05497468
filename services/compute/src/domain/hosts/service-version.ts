/**
 * The service version of this code, which `os-services` shows. Schedulers read it to learn whether every host supports
 * what newer code requires.
 */
export const serviceVersion = 4

/** The version of hosts that report none. */
export const firstVersion = 1

/** From this version on hosts have the trait `OWNER_NOVA` in placement. */
export const versionWithOwnerTrait = 2

/** From this version on hosts can rebuild a server on a volume with an image for that volume. */
export const versionWithReimage = 3

/** From this version on hosts move the state of TPMs with their servers. */
export const versionWithTpmMoves = 4
