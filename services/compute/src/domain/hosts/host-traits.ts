/** The trait of a host whose compute service is disabled. */
export const disabledTrait = 'COMPUTE_STATUS_DISABLED'

/** The trait of every provider that compute made, beside those of other services. */
export const ownerTrait = 'OWNER_NOVA'

/** The traits of a host in placement: those of its hypervisor, that compute owns it, and whether it is disabled. */
export const hostTraits = (
  ofHypervisor: readonly string[],
  { disabled }: { readonly disabled: boolean },
): readonly string[] => [...ofHypervisor, ownerTrait, ...(disabled ? [disabledTrait] : [])]
