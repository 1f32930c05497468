/** The service version of this code, which `os-services` shows; schedulers ask it whether every host has what a newer one demands. */
export const serviceVersion = 2

/** Of hosts that do not tell theirs. */
export const firstVersion = 1

/** From this version on hosts have the trait `OWNER_NOVA` in placement. */
export const versionWithOwnerTrait = 2
