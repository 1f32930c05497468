/** Failures of a host at its work that are told as `unavailable`, though nobody is away for whom to wait. */
export const hostFailures: readonly string[] = [
  'PortBindingFailed',
  'VirtualInterfaceCreateFailed',
  'VolumeNotReady',
]
