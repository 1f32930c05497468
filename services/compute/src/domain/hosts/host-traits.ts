/** The trait of a host whose compute service is disabled. */
export const disabledTrait = 'COMPUTE_STATUS_DISABLED'

/** The trait of every provider that compute created, to tell it from those of other services. */
export const ownerTrait = 'OWNER_NOVA'

/** The traits of a host in placement: those of its hypervisor, that of compute as owner, and that of a disabled service. */
export const hostTraits = (
  ofHypervisor: readonly string[],
  { disabled }: { readonly disabled: boolean },
): readonly string[] => [...ofHypervisor, ownerTrait, ...(disabled ? [disabledTrait] : [])]
