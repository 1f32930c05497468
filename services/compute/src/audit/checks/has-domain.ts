import type { VmState } from '@nimbo/contracts/compute/states'

/** States in which a server has a domain on a host, running or not. */
const withDomain: readonly VmState[] = ['active', 'paused', 'suspended', 'stopped', 'rescued', 'soft-delete']

export const hasDomain = ({ vmState }: { readonly vmState: VmState }): boolean => withDomain.includes(vmState)
